"""Verbs, nouns and adjectives, and what may stand for them, and how such tables are read.

One line a pair: "old -> new", or "old <-> new" for both directions. An element is a word, words to
choose from (a|b), a word with its tag (that/IN), a tag alone (/VB, or /NN* for all that begin so),
or a named set ($people); "!" denies it, "^" takes words out of a tag (/VB^be). What is in brackets
must stand there and stays. A line with "~" is a trifle, done only beside something else. Verbs are
bases, with the complements they may have: NP, TO and ING (infinitive and participle), THAT and WH
(clauses), ADJP, or NONE; nouns are singular.

What has another sense that tags and neighbors do not rule out is not here.
"""

VERBS = """
buy NP <-> purchase NP
begin TO ING <-> start TO ING
begin NONE -> start
commence NONE NP ING -> begin
try TO <-> attempt TO
receive/VB|VBP|VBZ|VBD|VBG OBJ -> get
obtain/VB|VBP|VBZ|VBD|VBG OBJ -> get
assist NP -> help
reply to NP -> answer
look for/IN NP <-> search for/IN NP
wait for NP -> await
look like NP [a|an|the] -> resemble
seem TO ADJP <-> appear TO ADJP
think/VB|VBP|VBZ|VBD THAT <-> believe/VB|VBP|VBZ|VBD THAT
guess THAT -> suppose
state THAT -> say
[!have|has|had|no|the] need TO [to] [/VB^know] -> have
have TO [to] [/VB^be|agree|admit|say|confess|wonder|laugh|do|offer|give|tell|live] -> need
[!i|you|we|to|n't] need OBJ [/DT|JJ|NN|NNS|PRP$|CD] -> require
require NP -> need
happen NONE [!to] -> occur
occur NONE [!to] -> happen
pass away NONE -> die
reside NONE [in] -> live
live NONE [in] [/NNP] -> reside
build NP [/DT|CD|IN|.] <-> construct NP [/DT|CD|IN|.]
choose NP <-> select NP
repair NP -> fix
ask for NP -> request
request OBJ -> ask for/IN
utilize NP -> use
utilise NP -> use
keep ING -> continue
continue ING -> keep
stay ADJP -> remain
get ADJP [/JJR] -> become
get ADJP [$states] -> become
become ADJP [/JJR] -> get
take part in NP NONE -> participate in/IN
participate in NP -> take part/NN in/IN
find out THAT WH -> discover
discover THAT WH -> find out/RP
come back NONE -> return
go back NONE -> return
show up NONE -> appear
turn up NONE -> appear
throw away NP -> discard
discard NP -> throw away/RP
look after NP -> take care/NN of/IN
rely on NP -> depend on/IN
contact OBJ -> get in/IN touch/NN with/IN
shut NP -> close
shout NONE [!about] -> yell
yell NONE -> shout
weep NONE -> cry
speak NONE <-> talk NONE
recall THAT NP -> remember
comprehend NP -> understand
possess OBJ -> have
demonstrate THAT NP -> show
detest NP ING -> hate
loathe NP ING -> hate
adore NP -> love
wish TO -> want
desire TO -> want
intend TO -> plan
plan/VB|VBP|VBZ|VBD TO -> intend
decide TO -> choose
conclude NONE -> end
arrive at NP -> reach
"""

NOUNS = """
film -> movie
movie/NN -> film
[!the|at] movies/NNS -> films/NNS
television <-> tv
photo <-> photograph
bicycle <-> bike
motorcycle <-> motorbike
plane <-> airplane
aeroplane -> plane
sofa <-> couch
kid -> child
[my|your|his|her|our|their] mother <-> mom
mum -> mother
dad -> father
grandma -> grandmother
grandpa -> grandfather
[!first|my|our|leading] lady -> woman
author -> writer
attorney [!general] -> lawyer
physician -> doctor
vacation -> holiday
[!by] mistake -> error
shop <-> store
trash <-> garbage
[a|the|this|my|any|another] problem <-> issue
fridge <-> refrigerator
cab <-> taxi
cop/NN -> police/NN officer/NN
cops/NNS -> police/NN officers/NNS
baggage <-> luggage
infant -> baby
individual -> person
resident <-> inhabitant
"""

ADJECTIVES = """
large/JJ [!$amounts] -> big
big/JJ [$things] -> large
huge <-> enormous
gigantic -> huge
small/JJ [$things] <-> little/JJ [$things]
little/JJ [girl|boy|girls|boys] -> young
small/JJ [child|children|boy|girl] -> little
amazing -> incredible
fabulous -> fantastic
terrific -> fantastic
[is|was|are|were] great/JJ [/.|CC|,] -> wonderful
terrible <-> awful
horrible -> terrible
dreadful -> terrible
great/JJ [$praised] -> excellent
[!most|more] excellent/JJ -> great
awesome -> great
fantastic <-> wonderful
delicious <-> tasty
boring -> dull
[!more|most|less|extremely|increasingly|how] difficult/JJ -> hard
[is|are|was|were|be|'s|very|so|really|pretty|it] hard/JJ [to] -> difficult
hard/JJ [question|problem|time|task|decision] -> difficult
easy/JJ [to] -> simple
wealthy -> rich
rich/JJ [man|woman|people|family|person|couple] -> wealthy
smart/JJ [man|woman|people|person|boy|girl|kid|guy|/.] -> intelligent
intelligent -> smart
strange <-> weird
odd/JJ [!number|numbers|jobs|years] -> strange
famous/JJ -> well-known
well-known -> famous
expensive -> costly
inexpensive -> cheap
ill/JJ [/.|,] -> sick
afraid/JJ [of] <-> scared/JJ [of]
glad/JJ -> happy
happy/JJ [to] -> glad
[the|my|his|her|our|your|this|their] whole/JJ [/NN^lot|bunch|host|thing|point] <-> entire/JJ [/NN]
[$be|not|n't|pretty|quite|so] sure/JJ [/IN|PRP|.|WRB|WP|DT] -> certain
main/JJ [reason|problem|purpose|difference|cause|goal|source|concern] -> primary
foolish -> silly
old/JJ [man|woman|lady|couple|people|gentleman|men|women] -> elderly
"""
