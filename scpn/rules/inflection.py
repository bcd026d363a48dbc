"""Forms of English verbs: a table of irregular ones, spelling rules for all others.

Rules that undo "did" ("where did she go" -> "where she went"), change voice or finish a fragment
need forms that the sentence does not hold. Verbs are lower-case. "be" is left to the rules.
"""

import re

from scpn.rules.clauses import word_set

# base, past, participle; a form that varies ("learned", "learnt") is left to the rules.
_IRREGULAR_TABLE = """
arise arose arisen, awake awoke awoken, bear bore borne, beat beat beaten, become became become,
begin began begun, bend bent bent, bet bet bet, bind bound bound, bite bit bitten, bleed bled
bled, blow blew blown, break broke broken, breed bred bred, bring brought brought, build built
built, burst burst burst, buy bought bought, cast cast cast, catch caught caught, choose chose
chosen, cling clung clung, come came come, cost cost cost, creep crept crept, cut cut cut, deal
dealt dealt, dig dug dug, do did done, draw drew drawn, drink drank drunk, drive drove driven,
eat ate eaten, fall fell fallen, feed fed fed, feel felt felt, fight fought fought, find found
found, flee fled fled, fling flung flung, fly flew flown, forbid forbade forbidden, forecast
forecast forecast, forget forgot forgotten, forgive forgave forgiven, freeze froze frozen, get
got gotten, give gave given, go went gone, grind ground ground, grow grew grown, hang hung hung,
have had had, hear heard heard, hide hid hidden, hit hit hit, hold held held, hurt hurt hurt,
keep kept kept, know knew known, lay laid laid, lead led led, leave left left, lend lent lent,
let let let, lie lay lain, lose lost lost, make made made, mean meant meant, meet met met,
mislead misled misled, overcome overcame overcome, pay paid paid, put put put, quit quit quit,
read read read, rewrite rewrote rewritten, ride rode ridden, ring rang rung, rise rose risen,
run ran run, say said said, see saw seen, seek sought sought, sell sold sold, send sent sent,
set set set, shake shook shaken, shed shed shed, shine shone shone, shoot shot shot, show showed
shown, shrink shrank shrunk, shut shut shut, sing sang sung, sink sank sunk, sit sat sat, sleep
slept slept, slide slid slid, speak spoke spoken, spend spent spent, spin spun spun, split split
split, spread spread spread, spring sprang sprung, stand stood stood, steal stole stolen, stick
stuck stuck, sting stung stung, strike struck struck, string strung strung, strive strove
striven, swear swore sworn, sweep swept swept, swim swam swum, swing swung swung, take took
taken, teach taught taught, tear tore torn, tell told told, think thought thought, throw threw
thrown, undergo underwent undergone, understand understood understood, undertake undertook
undertaken, upset upset upset, wake woke woken, wear wore worn, weep wept wept, win won won,
wind wound wound, withdraw withdrew withdrawn, write wrote written
"""
_IRREGULAR = {
    base: (past, participle)
    for base, past, participle in (entry.split() for entry in _IRREGULAR_TABLE.split(","))
}
_BASES = {past: base for base, (past, _) in _IRREGULAR.items()}
_BASES_OF_PARTICIPLES = {participle: base for base, (_, participle) in _IRREGULAR.items()}
# Verbs of more syllables with the stress on the last, which double its consonant.
_DOUBLING = word_set(
    "admit allot begin commit compel confer control defer deter equip excel expel forbid forget "
    "occur omit patrol permit prefer propel rebel recur refer regret submit transfer transmit"
)
_ONE_SYLLABLE = re.compile(r"(qu|[^aeiou])*[aeiou][^aeiouwxyhkc]")
# The base of a regular past cannot be told from its spelling ("used", "focused"): common verbs.
_REGULAR = word_set(
    """
    accept accuse achieve acquire act add admire admit admonish adopt advise affect agree aim
    allow amaze amuse announce annoy answer appeal appear apply appoint approve argue arrange
    arrest arrive ask assume attach attack attempt attend attract award bake base battle beg
    behave believe belong blame block boil book borrow bother bounce call cancel capture care
    carry cause celebrate challenge change charge chase check choke claim clean clear climb
    close coach collect combine comment commit compare compete complain complete compose
    concern conclude conduct confirm connect conquer consider consist construct contain
    continue contribute control convert convince cook copy count cover crash create criticize
    cross damage dance date decide declare decline decorate defeat defend define delay deliver
    demand deny depend describe deserve design destroy determine develop die differ direct
    disagree disappear discover discuss divide dominate doubt drag dress drop earn edit
    educate elect embrace emerge employ enable encourage end engage enjoy enter escape
    establish estimate evolve examine exist expand expect experience explain explode explore
    express extend face fail favor feature file fill finish fire fit fix focus follow force
    form found gain gather govern graduate grant guess guide handle happen hate help hire hope
    host hunt identify ignore imagine impact improve include increase indicate influence
    inform inherit inspire install intend introduce invade invent invest invite involve issue
    join jump justify kick kill knock label lack land last laugh launch learn like limit link
    list listen live load locate lock look love maintain manage march mark marry match matter
    measure mention merge miss mix move murder name need notice number observe obtain occupy
    occur offer open operate oppose order organize originate own pack paint park participate
    pass perform permit pick place plan plant play point post pour practice prefer prepare
    present prevent print produce promise promote propose protect prove provide publish pull
    punish purchase push raise rank reach react realize receive recognize recommend record
    recover reduce refer reflect refuse regard reign reject relate release rely remain
    remember remove rent repair repeat replace reply report represent request require research
    reserve resign resist respond rest restore result retire return reveal review rule rush
    save score search seem select separate serve settle share shift ship shop shout sign smell
    smile smoke solve sound spell sponsor star stare start state stay stop store struggle
    study submit succeed suffer suggest supply support suppose surprise surrender survive
    suspect switch talk taste terminate test thank tie touch tour trade train transfer
    translate travel treat try turn type unite use visit vote wait walk want warn wash watch
    wish wonder work worry worship wound
    """
)


def past_tense(base: str) -> str:
    """Return the past tense: "go" -> "went", "stop" -> "stopped"."""
    return _IRREGULAR[base][0] if base in _IRREGULAR else _add_ending(base, "ed")


def past_participle(base: str) -> str:
    """Return the past participle: "write" -> "written"."""
    return _IRREGULAR[base][1] if base in _IRREGULAR else _add_ending(base, "ed")


def participle_of_past(past: str) -> str:
    """Return the participle that goes with a past tense: "wrote" -> "written", "used" -> "used"."""
    base = _BASES.get(past)
    return past if base is None else past_participle(base)


def base_of_participle(participle: str) -> str | None:
    """Return the base that goes with a past participle, or None: "written" -> "write"."""
    return _BASES_OF_PARTICIPLES.get(participle) or base_form(participle, "VBD")


def third_person(base: str) -> str:
    """Return the third person singular of the present: "go" -> "goes", "try" -> "tries"."""
    if base == "have":
        return "has"
    if re.fullmatch(r".*[^aeiou]y", base):
        return base[:-1] + "ies"
    return base + ("es" if re.fullmatch(r".*(s|sh|ch|x|z|[^o]o)", base) else "s")


def gerund(base: str) -> str:
    """Return the form in "ing": "make" -> "making", "lie" -> "lying"."""
    if base.endswith("ie"):
        return base[:-2] + "ying"
    return _add_ending(base, "ing")


def base_of_gerund(form: str) -> str | None:
    """Return the base of a known verb from its form in "ing", or None."""
    return _GERUNDS.get(form)


def base_form(form: str, tag: str) -> str | None:
    """Return the base of a finite verb, or None where it cannot be told.

    Args:
        form: Such as "went".
        tag: Its tag: VB, VBP, VBZ or VBD.
    """
    if tag in ("VB", "VBP"):
        return form
    if tag == "VBZ":
        return _without_s(form)
    if form in _BASES:
        return _BASES[form]
    stem = form.removesuffix("ed")
    if tag != "VBD" or stem == form or len(stem) < 2:
        return None
    for base in (stem[:-1], stem, stem + "e", stem[:-1] + "y"):
        if base in _REGULAR and past_tense(base) == form:
            return base
    return None


def _add_ending(base: str, ending: str) -> str:
    """Add "ed" or "ing" by the rules of spelling."""
    if base.endswith("e") and (ending == "ed" or not base.endswith(("ee", "ye", "oe"))):
        return base[:-1] + ending
    if ending == "ed" and re.fullmatch(r".*[^aeiou]y", base):
        return base[:-1] + "ied"
    doubles = base in _DOUBLING or _ONE_SYLLABLE.fullmatch(base)
    return base + (base[-1] if doubles else "") + ending


def _without_s(form: str) -> str | None:
    if form == "has":
        return "have"
    if re.fullmatch(r".*[^aeiou]ies", form) and len(form) > 4:
        return form[:-3] + "y"
    if re.fullmatch(r".*(ss|sh|ch|x|zz|[^o]o)es", form):
        return form[:-2]
    return form[:-1] if form.endswith("s") and not form.endswith("ss") else None


_GERUNDS = {gerund(base): base for base in sorted({*_IRREGULAR, *_REGULAR})}
