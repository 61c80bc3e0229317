"""Hands are read from text and written back, and a fault is named where it stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer import TILES, Hand, Meld, NotationError, parse_hand, parse_tiles, to_unicode
from scorer.tiles import FLOWERS, FROM_UNICODE
from tests.scorer.hands import winning_hands

MELDS = st.one_of(
    st.sampled_from([low for low in range(27) if low % 9 <= 6]).flatmap(
        lambda low: st.permutations([TILES[low], TILES[low + 1], TILES[low + 2]]).map(
            lambda tiles: Meld("chow", tuple(tiles))
        )
    ),
    st.sampled_from(TILES[:FLOWERS]).map(lambda tile: Meld("pung", (tile,) * 3)),
    st.tuples(st.sampled_from(["kong_claimed", "kong_added", "kong_concealed"]), st.sampled_from(TILES[:FLOWERS])).map(
        lambda drawn: Meld(drawn[0], (drawn[1],) * 4)
    ),
)
TILE_LISTS = st.lists(st.sampled_from(TILES), max_size=20).map(tuple)
ANY_HANDS = st.builds(
    Hand, TILE_LISTS, st.lists(MELDS, max_size=5).map(tuple), st.none() | st.sampled_from(TILES), TILE_LISTS
)
ALPHABET = "0123456789mpszf[]()+| x萬" + "".join(FROM_UNICODE) + "\ufe0f\x00\ud800"


@given(ANY_HANDS)
def test_any_hand_that_can_be_put_together_reads_back_from_its_text(hand: Hand) -> None:
    assert parse_hand(str(hand)) == hand


@given(ANY_HANDS)
def test_any_hand_reads_back_from_unicode_tiles(hand: Hand) -> None:
    assert parse_hand(to_unicode(hand)) == hand


@given(winning_hands())
def test_text_is_written_as_it_was_read(hand: Hand) -> None:
    assert str(parse_hand(str(hand))) == str(hand)


@given(st.text(alphabet=ALPHABET, max_size=60) | st.text(max_size=60))
def test_any_text_is_a_hand_or_is_refused_at_a_character_of_it(text: str) -> None:
    try:
        hand = parse_hand(text)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
        assert error.code and error.message
    else:
        assert parse_hand(str(hand)) == hand


@given(winning_hands(), st.data())
def test_a_hand_with_one_character_changed_is_read_or_refused(hand: Hand, data: st.DataObject) -> None:
    text = str(hand)
    at = data.draw(st.integers(0, len(text) - 1))
    changed = text[:at] + data.draw(st.sampled_from(ALPHABET)) + text[at + 1 :]
    try:
        assert parse_hand(str(parse_hand(changed))) == parse_hand(changed)
    except NotationError as error:
        assert 0 <= error.position <= len(changed)


def test_the_design_s_example_reads_as_it_says() -> None:
    hand = parse_hand("1123m456p789s12p[555z](1111z)+3p|15f")
    assert hand.concealed == ("1m", "1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1p", "2p")
    assert hand.melds == (Meld("pung", ("5z",) * 3), Meld("kong_concealed", ("1z",) * 4))
    assert (hand.winning, hand.flowers) == ("3p", ("1f", "5f"))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[123m]", "chow"),
        ("[231m]", "chow"),
        ("[555p]", "pung"),
        ("[5555p]", "kong_claimed"),
        ("[555+5p]", "kong_added"),
        ("(5555p)", "kong_concealed"),
    ],
)
def test_brackets_tell_the_melds_apart(text: str, kind: str) -> None:
    assert [meld.kind for meld in parse_hand(text).melds] == [kind]
    assert str(parse_hand(text)) == text


@pytest.mark.parametrize(
    ("char", "name"),
    [
        ("🀀", "1z"),
        ("🀃", "4z"),
        ("🀄", "7z"),
        ("🀅", "6z"),
        ("🀆", "5z"),
        ("🀇", "1m"),
        ("🀏", "9m"),
        ("🀐", "1s"),
        ("🀘", "9s"),
        ("🀙", "1p"),
        ("🀡", "9p"),
        ("🀢", "5f"),
        ("🀣", "6f"),
        ("🀤", "8f"),
        ("🀥", "7f"),
        ("🀦", "1f"),
        ("🀩", "4f"),
    ],
)
def test_unicode_has_its_own_order_of_dragons_suits_and_flowers(char: str, name: str) -> None:
    assert parse_tiles(char) == (name,)


def test_variation_selectors_after_a_tile_are_skipped() -> None:
    assert parse_tiles("🀄️🀄︎1m") == ("7z", "7z", "1m")


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("12x", "unknown_character", 2),
        ("中", "unknown_character", 0),
        ("🀫", "unknown_character", 0),
        ("🀪", "unknown_character", 0),
        ("12m8z", "rank_out_of_range", 3),
        ("9f", "rank_out_of_range", 0),
        ("0m", "rank_out_of_range", 0),
        ("12m34", "suit_missing", 5),
        ("m", "rank_missing", 0),
        ("12mm", "rank_missing", 3),
        ("[124m]", "not_a_meld", 3),
        ("[123z]", "not_a_meld", 3),
        ("[1111f]", "not_a_meld", 4),
        ("[11m]", "not_a_meld", 4),
        ("[]", "not_a_meld", 1),
        ("(111m)", "not_a_meld", 3),
        ("(1234m)", "not_a_meld", 4),
        ("[55+55p]", "not_a_meld", 5),
        ("[111m", "meld_not_closed", 5),
        ("[111m)", "meld_not_closed", 5),
        ("[555+5", "suit_missing", 6),
        ("[555+x]", "unknown_character", 5),
        ("[123m]4m", "concealed_after_meld", 6),
        ("12m+", "winning_tile_count", 4),
        ("12m+34m", "winning_tile_count", 4),
        ("12m]", "out_of_place", 3),
        ("12m|1f|2f", "out_of_place", 6),
        ("12m|1f+3m", "out_of_place", 6),
        ("+1m[123m]", "out_of_place", 3),
    ],
)
def test_a_fault_is_named_at_its_character(text: str, code: str, position: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert (caught.value.code, caught.value.position) == (code, position)


def test_a_hundred_thousand_characters_are_read_in_a_moment() -> None:
    assert len(parse_hand("[555+5p]" * 12_500).melds) == 12_500
    assert len(parse_hand("123456789m" * 10_000).concealed) == 90_000


def test_a_meld_that_is_none_cannot_be_made() -> None:
    for kind, tiles in [("chow", ("1m", "2m", "4m")), ("pung", ("1m", "1m")), ("row", ("1m",)), ("pung", ("x",) * 3)]:
        with pytest.raises(ValueError, match="no "):
            Meld(kind, tiles)  # type: ignore[arg-type]


def test_a_hand_of_things_that_are_no_tiles_cannot_be_made() -> None:
    for bad in [{"concealed": ("back",)}, {"flowers": ("9f",)}, {"winning": "0m"}]:
        with pytest.raises(ValueError, match="no such tile"):
            Hand(**bad)  # type: ignore[arg-type]


def test_a_concealed_tile_can_be_named_the_winning_one() -> None:
    assert str(parse_hand("1223m").named_winning("2m")) == "123m+2m"
    assert str(parse_hand("123m+4m").named_winning("1m")) == "234m+1m"
    with pytest.raises(ValueError):
        parse_hand("123m").named_winning("9p")


def test_the_class_order_of_tiles_is_fixed() -> None:
    assert len(TILES) == 42
    assert (TILES[0], TILES[9], TILES[18], TILES[27], TILES[34], TILES[41]) == ("1m", "1p", "1s", "1z", "1f", "8f")
