"""Sets of words that the tables of `scpn.rules.rewording` name."""

from collections.abc import Mapping

from scpn.rules.clauses import word_set

SETS: Mapping[str, frozenset[str]] = {
    "be": word_set("is are was were am be been being 's 're 'm"),
    "none": word_set("nothing no never none nobody any anything anyone like as half"),
    "ungraded": word_set("few little same own first last many much next"),
    "conditions": word_set("if when whether until unless as"),
    "times": word_set(
        "years year months month weeks week days day hours hour minutes decades p.m."
    ),
    "causes": word_set(
        "just is was 's not only simply mainly partly probably part n't be are were maybe "
        "mostly but"
    ),
    "doubt": word_set("ask asks asked know knows knew wonder wonders wondered wondering"),
    "degrees": word_set(
        "how so too as very not of the that n't these those great good his her its"
    ),
    "determiners": word_set("the these those his her its my our your their of"),
    "bound": word_set("be have help wait stand believe seem care agree afford get imagine bear"),
    "stative": word_set("be know feel like look think say mean want need have tell believe"),
    "askable": word_set(
        "country city state year day month team company language book movie film song player actor "
        "season episode county town river nba nfl character band singer island planet continent"
    ),
    "wanted": word_set("get have order book reserve borrow ask see try take talk speak pay"),
    "asked": word_set("please tell help give send check explain cancel show recommend let find"),
    "played": word_set(
        "in at for on with against as lead super tonight football first second most basketball "
        "college baseball guitar bass drums piano music there here well it"
    ),
    "instruments": word_set(
        "guitar bass lead drums piano keyboard saxophone violin world super final quarterback "
        "first most game games national halftime"
    ),
    "gradable": word_set(
        "good bad nice happy sorry hard easy big small interesting important helpful funny sad "
        "tired long short old slow fast expensive cheap clean friendly smart cute cold hot late "
        "early close high low loud quiet strong weak hungry thirsty angry excited useful boring "
        "difficult scary sweet close busy popular weird strange kind dirty rude pretty cool"
    ),
    "people": word_set(
        "man woman boy girl child people men women boys girls children kid kids person "
        "lady couple guy he she they student students players baby"
    ),
    "states": word_set("tired angry bored upset excited rich famous popular cold dark nervous"),
    "things": word_set(
        "dog dogs cat cats horse horses animal animals bird birds bear bears elephant house houses "
        "room building buildings truck trucks car bus boat plane tree trees rock rocks "
        "stone window windows mirror table tables bed box bag ball bowl plate pizza cake sandwich "
        "crowd group city town company umbrella kite field kitchen bathroom garden river lake "
        "island village airplane clock sign tower ship puppy bedroom desk piece pieces hole"
    ),
    "amounts": word_set(
        "number numbers amount amounts extent scale quantity quantities part majority portion "
        "proportion percentage variety degree measure sums sum volume volumes and"
    ),
    "praised": word_set(
        "food service movie film job place restaurant book story acting cast performance product "
        "value quality meal experience staff selection customer game show hotel idea choice"
    ),
}
"""Named sets of words."""
