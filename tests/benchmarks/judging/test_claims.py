"""Claims by rules: what the agent says is the case, and nothing else."""

import time

import pytest

from benchmarks.agents.trajectory import Call, Step, Trajectory
from benchmarks.judging.claims import claims_of, count_unnamed, extract_claims
from benchmarks.judging.pronouns import UNNAMED, UNRESOLVED


def texts(text: str) -> list[str]:
    return [claim.text for claim in claims_of(text)]


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("I believe that warfarin probably prolongs bleeding.", "warfarin prolongs bleeding"),
        ("It is likely that statins lower LDL.", "statins lower LDL"),
        ("In my opinion, zinc binds ACE.", "zinc binds ACE"),
        ("According to Jones et al., zinc does not bind ACE.", "zinc does not bind ACE"),
        ("Several recent studies have shown that zinc binds ACE.", "zinc binds ACE"),
        ("Document [3] also mentions that zinc binds ACE [3, 7].", "zinc binds ACE"),
        ("Documents 1, 2, and Document [12] all state that zinc binds ACE.", "zinc binds ACE"),
        ("Based on the provided documents, zinc binds ACE.", "zinc binds ACE"),
        ("It has been reported that zinc is not toxic.", "zinc is not toxic"),
        ("Therefore, we can conclude that zinc binds ACE.", "zinc binds ACE"),
        ("Zinc binds ACE (Smith et al., 2010).", "Zinc binds ACE"),
        ("Zinc binds ACE, as stated in Document [0].", "Zinc binds ACE"),
        ("This suggests that zinc binds ACE.", "zinc binds ACE"),
        ("3. **Mechanism:** Zinc binds ACE.", "Zinc binds ACE"),
        ("However, zinc never binds ACE.", "zinc never binds ACE"),
        ("The answer is B. no, zinc does not bind ACE.", "zinc does not bind ACE"),
        ("No, zinc does not bind ACE.", "zinc does not bind ACE"),
        (
            "There is no evidence to suggest that zinc binds ACE.",
            "There is no evidence to suggest that zinc binds ACE",
        ),
        ("Smith et al. (2019) showed that zinc binds ACE.", "zinc binds ACE"),
        ("Smith and Lee (2019) report that zinc does not bind ACE.", "zinc does not bind ACE"),
        ("As Lee et al. note, zinc binds ACE.", "zinc binds ACE"),
        ("Zinc and copper show that metals bind ACE.", "Zinc and copper show that metals bind ACE"),
        ("To the best of my knowledge, zinc binds ACE.", "zinc binds ACE"),
        ("I am not sure, but zinc binds ACE.", "zinc binds ACE"),
        ("I'd say zinc never binds ACE.", "zinc never binds ACE"),
        ("My guess is that zinc binds ACE.", "zinc binds ACE"),
        ("It could be that zinc binds ACE.", "zinc binds ACE"),
        ("Per the label, zinc binds ACE.", "zinc binds ACE"),
        ("The paper by Smith et al. shows that zinc binds ACE.", "zinc binds ACE"),
        ("I do not think that zinc binds ACE.", "zinc does not bind ACE"),
        ("Zinc, according to the WHO, binds ACE.", "Zinc binds ACE"),
        ("Zinc binds ACE, according to Smith and Lee.", "Zinc binds ACE"),
        ("Zinc binds ACE, as I recall.", "Zinc binds ACE"),
        ("Smith's group has shown that zinc binds ACE.", "zinc binds ACE"),
        ("It stands to reason that zinc does not bind ACE.", "zinc does not bind ACE"),
        ("Needless to say, zinc binds ACE.", "zinc binds ACE"),
        ("Note that zinc binds ACE.", "zinc binds ACE"),
        ("Smith believes that zinc binds ACE.", "zinc binds ACE"),
        ("Smith and Lee suggest zinc binds ACE.", "zinc binds ACE"),
        ("I know zinc binds ACE.", "zinc binds ACE"),
        ("A Cochrane review found that zinc binds ACE.", "zinc binds ACE"),
        ("The WHO says zinc binds ACE.", "zinc binds ACE"),
        ("A likely explanation is that zinc binds ACE.", "zinc binds ACE"),
        ("The handbook claims that zinc binds ACE.", "zinc binds ACE"),
        ("As the authors point out, zinc binds ACE.", "zinc binds ACE"),
        ("On the basis of these data, zinc binds ACE.", "zinc binds ACE"),
        ("Zinc seems to bind ACE.", "Zinc binds ACE"),
        ("Zinc is not thought to bind ACE.", "Zinc does not bind ACE"),
        ("Zinc doesn't bind ACE.", "Zinc does not bind ACE"),
        ("Goethite adsorbs arsenate.", "Goethite adsorbs arsenate"),
        ("No vaccine against gout exists.", "No vaccine against gout exists"),
        ("As reported by Smith and colleagues, zinc binds ACE.", "zinc binds ACE"),
        ("In Smith et al. (2018), zinc binds ACE.", "zinc binds ACE"),
        ("The World Health Organization states that zinc binds ACE.", "zinc binds ACE"),
        ("Zinc, I believe, binds ACE.", "Zinc binds ACE"),
        ("Zinc binds ACE, as Smith et al. showed.", "Zinc binds ACE"),
        ("Zinc binds ACE (see Smith 2010).", "Zinc binds ACE"),
        ("In all likelihood, zinc binds ACE.", "zinc binds ACE"),
        ("Personally, I strongly suspect that zinc binds ACE.", "zinc binds ACE"),
        ("Research by Kim et al. shows that zinc binds ACE.", "zinc binds ACE"),
        ("Kim et al., 2019, showed that zinc binds ACE.", "zinc binds ACE"),
        ("It was shown by Kim that zinc binds ACE.", "zinc binds ACE"),
        ("Chances are that zinc binds ACE.", "zinc binds ACE"),
        ("Honestly, zinc never binds ACE.", "zinc never binds ACE"),
        ("Zinc binds ACE, I think.", "Zinc binds ACE"),
        ("Zinc binds ACE, if I recall correctly.", "Zinc binds ACE"),
        ("Zinc binds ACE in 12.5 % of cells.", "Zinc binds ACE in 12.5 % of cells"),
    ],
)
def test_claim_is_cut_to_its_core_and_keeps_its_negation(sentence: str, claim: str) -> None:
    assert texts(sentence) == [claim]


@pytest.mark.parametrize(
    "sentence",
    [
        # A noun that is an order elsewhere
        "Use of statins reduces mortality",
        "Use of beta blockers is associated with asthma",
        "Use with alcohol raises the risk of bleeding",
        "Access to clean water reduces cholera",
        "Start codons encode methionine",
        "Recall bias affects case-control studies",
        # A name that is a tool's elsewhere
        "MAP kinase phosphorylates ERK",
        "The MAP kinase cascade drives growth",
        "PAGE analysis showed two bands",
        "API content fell after heating",
        "The output of the heart fell",
        "Observations in mice show that zinc binds ACE",
        "A score above 10 on the PHQ-9 indicates depression",
        # A time that is a connective elsewhere
        "So far no vaccine prevents HIV",
        "Thus far no vaccine prevents HIV",
    ],
)
def test_a_word_of_two_uses_is_read_by_what_follows_it(sentence: str) -> None:
    assert texts(f"{sentence}.") == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "No studies have shown that zinc binds ACE",
        "Studies have not shown that zinc binds ACE",
        "There is little evidence that zinc binds ACE",
        "It is not known that zinc binds ACE",
        "It is unlikely that zinc binds ACE",
        "Few trials found that zinc binds ACE",
    ],
)
def test_an_introduction_that_denies_is_kept(sentence: str) -> None:
    assert texts(sentence + ".") == [sentence]


@pytest.mark.parametrize(
    "sentence",
    [
        "Does zinc inhibit ACE?",
        "None of the documents suggest that zinc binds ACE.",
        "Document 3 does not state that zinc binds ACE.",
        "This would depend on the study.",
        "I should search for zinc and see if it inhibits ACE.",
        "First, we need to consider the mechanism of zinc.",
        "Next, I will compare the two options.",
        "Let's look at the options.",
        "Search for zinc and ACE.",
        "Search PubMed for zinc, which binds ACE.",
        "Use PubMed to find papers that show the effect.",
        "The map shows that zinc binds ACE.",
        "Observation 2 says that zinc binds ACE.",
        "Because the article says so, zinc binds ACE.",
        "Based on the observation, zinc binds ACE.",
        "To determine if zinc inhibits ACE, we need to consider the available evidence.",
        "This can be done by conducting a literature search.",
        "By examining these studies, we can determine if zinc inhibits ACE.",
        "The observation says that zinc is a metal.",
        "The first sentence says that zinc is a metal.",
        'It only says "zinc is a metal".',
        "The tool returned an abstract about zinc.",
        "The search results do not mention zinc.",
        "Therefore, the answer is A. yes.",
        "The answer is B.",
        "Therefore yes.",
        "Answer: C",
        "The claim is false.",
        "The question is asking whether zinc inhibits ACE.",
        "The documents provide a lot of information about zinc.",
        "Document [4] does not provide information on zinc.",
        "Further research is needed to confirm this.",
        "It is unclear whether zinc inhibits ACE.",
        "Without more data, it is not possible to say whether zinc inhibits ACE.",
        "As an AI, I do not have access to databases.",
        "I am not sure if this claim is true or not.",
        "Zinc and ACE",
        "",
    ],
)
def test_what_states_nothing_gives_no_claim(sentence: str) -> None:
    assert texts(sentence) == []


def test_clauses_with_subject_and_verb_of_their_own_are_two_claims() -> None:
    assert texts("ACE cleaves angiotensin I, and renin cleaves angiotensinogen.") == [
        "ACE cleaves angiotensin I",
        "renin cleaves angiotensinogen",
    ]
    assert texts("Zinc is bound in vivo, suggesting that ACE needs zinc.") == [
        "Zinc is bound in vivo",
        "ACE needs zinc",
    ]


def test_lists_and_relative_clauses_stay_whole() -> None:
    for whole in (
        "ACE, renin, and zinc are found in plasma",
        "ACE binds zinc and chloride, or copper",
        "If ACE is blocked, angiotensin II falls, and blood pressure is lowered",
    ):
        assert texts(whole + ".") == [whole]


def test_what_the_agent_concludes_from_an_observation_is_its_own() -> None:
    assert texts("The observation says that zinc is a metal, so zinc conducts heat.") == [
        "zinc conducts heat"
    ]


def test_pronoun_takes_a_plain_subject_that_agrees_with_it() -> None:
    assert texts("Zinc is a metal. It inhibits ACE.") == ["Zinc is a metal", "Zinc inhibits ACE"]
    assert texts("Statins are drugs. They lower LDL.")[1] == "Statins lower LDL"


@pytest.mark.parametrize(
    "text",
    [
        "Statins are drugs. It lowers LDL.",
        "It lowers LDL.",
        "In yeast, zinc is bound. They rose sharply.",
    ],
)
def test_a_pronoun_that_nothing_names_is_noted_and_gives_a_trajectory_no_claim(text: str) -> None:
    last = claims_of(text)[-1]
    assert last.text.split()[0] in ("It", "They")
    assert last.note == UNNAMED
    trajectory = Trajectory("t", (Step(text),))
    assert last.norm not in {claim.norm for claim in extract_claims(trajectory)}
    assert count_unnamed(trajectory) == 1


def test_a_noun_that_is_pointed_at_is_kept_with_a_note() -> None:
    trajectory = Trajectory("t", (Step("This drug lowers LDL. These results hold in mice."),))
    assert [claim.note for claim in extract_claims(trajectory)] == [UNRESOLVED, UNRESOLVED]


def test_pronoun_of_a_claim_under_test_is_its_subject() -> None:
    step = Step('The observation says he was "born in Lawton", so he is American.')
    claims = extract_claims(Trajectory("t", (step,), question="John Smith is a Dane."))
    assert [claim.text for claim in claims] == ["John Smith is American"]


def test_no_subject_is_meant_in_it_is_proven_that() -> None:
    (_, second) = claims_of("Zinc is a metal. It is not proven that ACE needs iron.")
    assert second.text == "It is not proven that ACE needs iron"


TRAJECTORY = Trajectory(
    "t",
    (
        Step(
            "Zinc inhibits ACE.",
            calls=(Call("search", {"q": "zinc"}, "Lead inhibits renin."),),
            reasoning="Zinc activates renin.",
        ),
        Step("zinc inhibits ACE! It is a metal."),
    ),
    final="ACE is an enzyme.",
)


def test_repeated_claims_are_one_with_its_first_step_and_its_count() -> None:
    found = {claim.norm: (claim.step, claim.count) for claim in extract_claims(TRAJECTORY)}
    assert found == {
        "zinc inhibits ace": (0, 2),
        "zinc is a metal": (1, 1),
        "ace is an enzyme": (1, 1),
    }


def test_tool_text_is_never_the_agents_and_thinking_only_on_demand() -> None:
    said = [claim.text for claim in extract_claims(TRAJECTORY, include_reasoning=True)]
    assert said[0] == "Zinc activates renin"
    assert not any("Lead" in text for text in said)
    assert "Zinc activates renin" not in [c.text for c in extract_claims(TRAJECTORY)]


@pytest.mark.parametrize(
    "unit",
    [
        "Document [1], Document 22, and 333, ",
        "based on the evidence in ",
        "also clearly have ",
        "the recent clinical studies of ",
        "1234567890",
        ", suggesting that ",
        "it is known ",
        "(((",
    ],
)
def test_time_stays_in_proportion_to_the_text(unit: str) -> None:
    started = time.process_time()
    for _ in range(5):
        claims_of(unit * (900 // len(unit)) + "zinc binds ACE.")
    assert time.process_time() - started < 2
