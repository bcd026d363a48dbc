"""Phrases and small words, and what may stand for them: see `scpn.rules.word_tables`."""

PHRASES = """
about/RB [/CD] <-> approximately/RB [/CD]
around/RB [/CD] -> about/RB
[!no|not|n't|much|far|little|any|in|nothing] more than/IN [/CD^one] -> over/IN
over/IN [/CD] [!$times] -> more/JJR than/IN
fewer than/IN [/CD] -> under/IN
almost/RB [!$none] -> nearly/RB
[!n't|not] nearly/RB -> almost/RB
[!as|very|too|so|not] only/RB [/CD] -> just/RB
just/RB [/CD] -> only/RB

[!'s|is|was|are|were|be|been|just] because of/IN -> due/IN to/IN
[!$be] due/IN|JJ to/IN|TO [/DT|NN*|JJ|PRP$] -> because/IN of/IN
[!$causes] because/IN [/PRP|DT|NN*|EX] -> since/IN
due to the fact that -> because/IN
in/IN spite/NN of/IN <-> despite/IN
despite the fact that -> although/IN
although/IN -> even/RB though/IN
even though/IN -> although/IN
~ though/IN -> although/IN
such as/IN [/NN*|DT|JJ|NNS|PRP$] -> like/IN
[/NN*|,] as well as/IN [/DT|NN*|JJ|PRP$] -> and/CC also/RB
in order to/TO -> to/TO
so as to/TO -> to/TO
prior to -> before/IN
as long as [/PRP] -> so/RB long/RB as/IN
~ as/IN if/IN <-> as/IN though/IN
~ [$doubt] if/IN [/PRP|DT|EX] <-> [$doubt] whether/IN [/PRP|DT|EX]
instead of/IN -> rather/RB than/IN
except for/IN -> apart/RB from/IN
with the help of -> with/IN the/DT aid/NN of/IN
with no/DT [/NNS|JJ] -> without/IN any/DT
without any/DT [/NN*|JJ] -> with/IN no/DT
without a|an/DT [/JJ|NN*^doubt|word|trace|hitch|problem|care] [!of] -> with/IN no/DT
whenever/WRB [/PRP|DT|NN*] -> every/DT time/NN

next to/TO|IN [/DT|PRP|NN*|CD] -> beside/IN
beside/IN [/DT|PRP|NN*|CD] -> next/JJ to/IN
near/IN [/DT|PRP$|NNP] -> close/RB to/IN
on top of/IN [/DT|PRP$] -> on/IN
in the distance -> far/RB away/RB
nearby/RB -> close/RB by/RB
all/RB over/IN the/DT world/NN <-> around/IN the/DT world/NN
throughout the world -> all/RB over/IN the/DT world/NN
inside of/IN -> inside/IN
outside of/IN [/DT|PRP$] -> outside/IN
~ off of/IN -> off/IN
~ upon/IN -> on/IN
~ among/IN -> amongst/IN

at the moment [/.|,|CC] -> right/RB now/RB
these days [/.|,] -> nowadays/RB
nowadays/RB [/.|,] -> these/DT days/NNS
right away -> immediately/RB
immediately/RB [/.] -> right/RB away/RB
all of a sudden -> suddenly/RB
once/RB again/RB <-> once/RB more/RBR
at times -> sometimes/RB
from time to time -> now/RB and/CC then/RB
[!more|how|most|quite|too|as|very|so] often/RB [/VB*|JJ] <-> frequently/RB [/VB*|JJ]
frequently/RB -> often/RB
usually/RB <-> normally/RB
simultaneously/RB [/.] <-> at/IN the/DT same/JJ time/NN [/.]
every/DT day/NN [/.|,] -> each/DT day/NN
[!almost|nearly|not|practically|virtually|just|n't] every/DT [/NN^bit|one|other|thing] -> each/DT

maybe/RB <-> perhaps/RB
probably/RB [!not] -> most/RBS likely/RB
most/RBS likely/RB -> probably/RB
definitely/RB [!not] <-> certainly/RB
especially/RB <-> particularly/RB
completely/RB [/JJ|VBN|VBD] <-> totally/RB [/JJ|VBN|VBD]
entirely/RB -> completely/RB
[!more] rapidly/RB -> quickly/RB
mainly/RB <-> mostly/RB
primarily/RB -> mainly/RB
obviously/RB [/JJ|VB*|DT|,] -> clearly/RB
for/IN example/NN <-> for/IN instance/NN
in/IN fact/NN [,] <-> actually/RB [,]
as/IN a/DT result/NN [,] <-> consequently/RB [,]
therefore/RB [,] -> consequently/RB
thus/RB [,] -> therefore/RB
more and more [/JJ] -> increasingly/RB
[!not|n't|nt|the|that|so|very|,] very/RB [/JJ^$ungraded] -> really/RB
[!not|n't|nt|do|does|did] really/RB [$gradable] -> very/RB
a bit [/JJR|RBR|RB|JJ] -> a/DT little/JJ
a little [/JJR|RBR] -> a/DT bit/NN
~ as well [/.] -> too/RB
~ [/NN*|PRP] too/RB [/.] -> as/RB well/RB
also known as -> also/RB called/VBN
[$be] known as/IN -> called/VBN

~ each/DT other/JJ <-> one/CD another/DT
~ someone/NN <-> somebody/NN
~ everyone/NN <-> everybody/NN
~ anyone/NN <-> anybody/NN
~ no/DT one/NN [/VB|MD] <-> nobody/NN [/VB|MD]
~ all/DT|PDT the/DT [/NNS] -> all/DT of/IN the/DT
a lot of [/NNS] -> many/JJ
a lot of [/JJ] [/NNS] -> many/JJ
a lot of [/NN^fun|time|people] -> a/DT great/JJ deal/NN of/IN
lots of -> a/DT lot/NN of/IN
plenty of -> a/DT lot/NN of/IN
[!$degrees] many/JJ [/NNS^times|years|days|hours|ways|others|thanks] -> a/DT lot/NN of/IN
numerous/JJ [/NNS|JJ] -> many/JJ
a large number of -> many/JJ
[!$determiners] several/JJ [/NNS|JJ] <-> a/DT number/NN of/IN [/NNS|JJ]
multiple/JJ [/NNS] -> several/JJ
a variety of [/NNS|JJ^different|other] -> various/JJ
the majority of -> most/JJS of/IN
[what|which|this|that|any|some|the|every] kind/NN of/IN [/NN*|JJ] <-> type/NN of/IN [/NN*|JJ]
what kinds of -> what/WDT types/NNS of/IN
[is|was] one of the [/JJS|RBS] -> among/IN the/DT
[the] beginning/NN of -> start/NN of/IN
the rest of the -> the/DT remainder/NN of/IN the/DT
adult male/NN|JJ [!/NN*|CC] -> man/NN
adult female/NN|JJ [!/NN*|CC] -> woman/NN
[!you|the|good|bad] guy/NN [!/NN*] -> man/NN
cash machine -> atm/NN

[!and|or] [i|you|we|they] must/MD [/VB^be|have] -> have/VBP to/TO
[!and|or] [he|she|it] must/MD [/VB^be|have] -> has/VBZ to/TO
[!and|or] [i|you|we|they] have/VBP to/TO [/VB] -> must/MD
[!and|or] [he|she|it] has/VBZ to/TO [/VB] -> must/MD
ought/MD to/TO [/VB] -> should/MD
should/MD [/VB^have] -> ought/MD to/TO
had|'d better/RBR|RB|JJR [/VB] -> should/MD
is|are|am|'s|'m|'re/VBZ|VBP able/JJ to/TO [/VB] -> can/MD
is|are|am|'s|'m|'re/VBZ|VBP not able/JJ to/TO [/VB] -> can/MD not/RB
was|were not able/JJ to/TO [/VB] -> could/MD not/RB
was|were n't able/JJ to/TO [/VB] -> could/MD n't/RB
[!and|or] [i] ca n't [/VB^$bound] -> am/VBP unable/JJ to/TO
[!and|or] [i] can not [/VB^$bound] -> am/VBP unable/JJ to/TO
[!and|or] [he|she] ca|can n't|not [/VB^$bound] -> is/VBZ unable/JJ to/TO
[!and|or] [we|they] ca|can n't|not [/VB^$bound] -> are/VBP unable/JJ to/TO
[!and|or] [i|he|she] could n't|not [/VB^$bound] -> was/VBD unable/JJ to/TO
[!and|or] [we|they] could n't|not [/VB^$bound] -> were/VBD unable/JJ to/TO
[!$conditions] [/PRP|NN*] is|are|am|'s|'m|'re/VBZ|VBP going/VBG to/TO [/VB] -> will/MD
[!and|or] [i] will/MD [/VB] -> am/VBP going/VBG to/TO
[!and|or] [he|she|it] will/MD [/VB] -> is/VBZ going/VBG to/TO
[!and|or] [you|we|they] will/MD [/VB] -> are/VBP going/VBG to/TO
might/MD [/VB] -> may/MD
[it|he|she|they|/NN*] may/MD [/VB] -> might/MD
[!and|or] [i|we] want/VBP to/TO [/VB] -> would/MD like/VB to/TO
[!and|or] [i|we] would|'d/MD like/VB to/TO [/VB] -> want/VBP to/TO
[how] do/VB|VBP [i] [/VB^$stative] -> can/MD
[how] can/MD [i] [/VB^$stative] -> do/VBP
do/VBP n't|not have/VB any/DT [/NN*|JJ] -> have/VBP no/DT
does/VBZ n't|not have/VB any/DT [/NN*|JJ] -> has/VBZ no/DT
did/VBD n't|not have/VB any/DT [/NN*|JJ] -> had/VBD no/DT
[is|are|was|were] n't|not any/DT [/NN*|JJ^more|other] -> no/DT
try/VB and/CC [/VB] -> try/VB to/TO
what/WDT|WP|DT [$askable] -> which/WDT
which/WDT [$askable] -> what/WDT

dressed/VBN in/IN [/DT|JJ|NN*] -> wearing/VBG
[is|are|was|were] seated/VBN|JJ [on|at|in|around|next] -> sitting/VBG
[/NN*] seated/VBN|JJ [on|at|in|around|next] -> sitting/VBG
[$people] sitting/VBG [on|at|in|around|next] -> seated/VBN
[$people] [is|are] sitting/VBG [on|at|in|around|next] -> seated/VBN
[/NN*|VBG] followed/VBN by/IN [/DT|NN*|JJ|VBG] -> and/CC then/RB
[,] followed/VBN by/IN [/DT|NN*|JJ|VBG] -> and/CC then/RB
located/VBN|JJ [/IN|.] <-> situated/VBN [/IN|.]
full/JJ of/IN [/NN*|DT|JJ] <-> filled/VBN with/IN [/NN*|DT|JJ]
was|were released/VBN [in|on] [/CD|NNP] -> came/VBD out/RP
[was|were] founded/VBN [in|by] -> established/VBN
[was|were] established/VBN [in] [/CD] -> founded/VBN
~ covered/VBN in/IN -> covered/VBN with/IN
thanks/NNS [for] <-> thank/VB you/PRP [for]
yeah/UH [,] -> yes/UH
've got/VBN [/DT|CD|NN|NNS|JJ] -> have/VBP
[!how|what|where|when|who|why|that] can/MD [you] [$asked] -> could/MD
tell/VB me/PRP [if|what|how|where|when|who|why|which|the] -> let/VB me/PRP know/VB
was/VBD held/VBN [on] -> took/VBD place/NN
was/VBD held/VBN [in] [/CD] -> took/VBD place/NN
premiered/VBD [in|on|at] -> debuted/VBD
does/VBZ the voice/NN of/IN -> voices/VBZ
did/VBD the voice/NN of/IN -> voiced/VBD
[!/NN*|,] [who] plays/VBZ [!$played] [!$instruments] -> plays/VBZ the/DT role/NN of/IN
[!/NN*|,] [who] played/VBD [!$played] [!$instruments] -> played/VBD the/DT role/NN of/IN
[!how|what|where|when|who|why|that] can/MD [i|we] [$wanted] -> could/MD
[is|are|was|were] satisfied/JJ|VBN with -> pleased/JJ with/IN
[was|is|been|be|being] declined/VBN -> rejected/VBN
"""
