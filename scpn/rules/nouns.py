"""What a noun names: a person, a thing, as far as a list and an ending tell."""

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


def is_person(phrase: Tree) -> bool:
    """Whether the head of an NP may be a living being."""
    base = phrase
    while not is_tag(base[0]) and base[0].label() == "NP":
        base = base[0]
    word = head_noun(phrase)[0] or words(base)[-1]
    names = word in _PERSONS or word.removesuffix("s") in _PERSONS
    return names or (_ENDING.fullmatch(word) is not None and word not in _NO_PERSONS)
