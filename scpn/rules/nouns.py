"""What a noun names: a person, a man, a woman, a thing, as far as lists and endings tell."""

import re

from nltk.tree import Tree

from scpn.rules.clauses import head_noun, is_tag, word_set, words

_PERSONS = word_set(
    "man woman boy girl person people men women boys girls child children kid kids guy guys lady "
    "ladies gentleman baby friend friends mother father mom dad parent parents brother sister son "
    "daughter husband wife uncle aunt cousin grandmother grandfather grandma grandpa family "
    "king queen prince princess doctor nurse teacher student students actor actress author writer "
    "director president minister chief boss captain soldier officer agent judge lawyer neighbor "
    "hero villain star host guest guests member members crew staff audience customer customers "
    "client player players coach team fan fans singer artist musician band dentist chef cook "
    "waiter waitress cop police driver pilot scientist expert experts critic critics everyone "
    "somebody someone anybody nobody anyone class couple group crowd army jury voter voters "
    "spokesman spokeswoman spokesperson major general colonel sergeant sheriff senator governor "
    "mayor tom mary adult adults teen teenager monkey dog cat horse bird animal animals pet "
    "owner manager worker workers employee employees guide male female human humans citizen "
    "native americans american british french german chinese japanese russian"
)
_ENDING = re.compile(r".{3,}(ist|ists|ian|ians|man|men|woman|women|ess|ologist|eer|eers)")
_NO_PERSONS = word_set(
    "list lists mist twist fist wrist business process access success illness happiness wilderness "
    "mess dress stress address progress press career beer deer waist heist specimen omen regimen"
)

_MALE = word_set(
    "man boy king father brother husband grandfather son uncle prince gentleman guy dad grandpa "
    "nephew spokesman waiter actor policeman fisherman businessman male groom monk tom john james "
    "robert michael william david richard joseph thomas charles daniel matthew anthony mark paul "
    "steven andrew kenneth george joshua kevin brian edward ronald timothy jason jeffrey jeff "
    "gary nicholas eric stephen jonathan larry justin scott brandon benjamin ben frank jack peter "
    "henry bill bob jim mike steve dan fred harry luke max adam tim sam arthur albert walter barney"
)
_FEMALE = word_set(
    "woman girl queen mother sister wife grandmother daughter aunt princess lady mom grandma niece "
    "spokeswoman waitress actress policewoman businesswoman female bride nun mary patricia "
    "jennifer linda elizabeth barbara susan jessica sarah karen lisa nancy betty margaret sandra "
    "ashley emily donna michelle carol amanda melissa deborah stephanie rebecca laura helen sharon "
    "cynthia kathleen amy angela anna ruth brenda pamela nicole katherine samantha christine emma "
    "catherine virginia rachel janet maria heather diane julie jane ann alice rose lucy kate sara"
)
# What has a name of its own, often with a word behind it that says what it is.
NAMED_KINDS = word_set(
    "film movie album song band book novel magazine newspaper game character actor actress singer "
    "rapper musician producer director writer author wrestler footballer politician company brand "
    "franchise series show city village town ship group comedian artist poet composer country "
    "river language sport app application website species disease drug player program programme"
)
_AGENTS = ("er", "or", "ant", "ent", "ee")
_GROUPS = word_set("family couple audience staff crew police crowd band team class group everyone")


def is_person(phrase: Tree) -> bool:
    """Whether the head of an NP may be a living being."""
    base = phrase
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    word = head_noun(phrase)[0] or words(base)[-1]
    names = word in _PERSONS or word.removesuffix("s") in _PERSONS
    return names or (_ENDING.fullmatch(word) is not None and word not in _NO_PERSONS)


def pronoun_for(phrase: Tree) -> str:
    """The pronoun for a singular noun or name that surely fits it, or ""."""
    base = phrase
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    tags = [part.label() for part in base.subtrees(is_tag)]
    text = words(base)
    if base is not phrase and len(phrase) > 2:
        return ""
    named = tags[0] == "NNP" and set(tags) <= {"NNP"} and len(tags) <= 2
    word = text[0] if named else text[-1]
    if word in _MALE | _FEMALE and (named or tags[-1] == "NN"):
        return "he" if word in _MALE else "she"
    definite = text[0] in ("the", "this", "that", "my", "our", "his", "her", "their", "its")
    if word in _GROUPS and definite:
        return "they"
    if not definite or tags[-1] != "NN" or is_person(base) or word.endswith(_AGENTS):
        return ""
    return "it"
