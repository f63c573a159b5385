"""The console's own reading of a query: an allow-list of clauses, procedures and functions.

A small state machine over the tokens knows whether an operand is expected (then a word is a name,
even one like `set`) or an operand has just ended (then a word is an operator or begins a clause).
Only clauses that read may begin, at every depth; anything not understood is refused. This is the
second of four layers (graph/console.py): the server plans and runs what passes under own limits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from graph.cypher.cursor import Cursor
from graph.cypher.lexer import Kind, Token, refuse, tokens
from graph.cypher.sizes import LONGEST_RANGE, doubles, is_long_range
from graph.cypher.words import (
    AFTER_OPERAND,
    BEFORE_OPERAND,
    CLAUSES,
    FUNCTIONS,
    HINTS,
    OPERATORS,
    PREFIXES,
    PROCEDURES,
    SELECTORS,
    SIMPLE_CLAUSES,
    SUB_CLAUSES,
    SUBQUERIES,
    TYPE_WORDS,
    WRITES,
)

_DEEPEST = 60


class _State(Enum):
    """What may follow: a clause, an operand (a word is a name), or something after an operand."""

    CLAUSE = auto()
    OPERAND = auto()
    AFTER = auto()


@dataclass(slots=True)
class _Frame:
    """An open bracket, or the whole query.

    Attributes:
        closer: the bracket that ends it, "" for the whole query.
        word: the keyword that opened a query in braces.
        clause: the last clause of a query, "" before the first.
        pattern: what is read is a pattern of MATCH, so `+` and `*` are quantifiers.
    """

    closer: str
    query: bool = False
    word: str = ""
    clause: str = ""
    pattern: bool = False


def check_query(text: str) -> None:
    """Accept one statement that only reads, or refuse it; no server is asked.

    Raises:
        InputError: refused; `reason` is one of empty, too_long, too_large, control_character,
            unicode_escape, several_statements, prefix, other_database, not_a_read, procedure,
            function, syntax.
    """
    _Guard(tokens(text)).check()


class _Guard(Cursor):
    """One pass over the tokens of a query."""

    def __init__(self, found: list[Token]) -> None:
        super().__init__(found)
        self.state = _State.CLAUSE
        self.frames = [_Frame("", query=True)]
        self.signs: dict[str, Callable[[], None]] = {
            "(": lambda: self.open(")"),
            "[": lambda: self.open("]"),
            "{": lambda: self.open("}"),
            ")": lambda: self.close(")"),
            "]": lambda: self.close("]"),
            "}": lambda: self.close("}"),
            ".": self.property,
            ":": self.label,
            "::": self.value_type,
            "*": self.star,
            "+": self.plus,
            "%": self.percent,
        }

    @property
    def frame(self) -> _Frame:
        return self.frames[-1]

    # -- the whole -------------------------------------------------------------------------------
    def check(self) -> None:
        if self.tokens in ([], [Token(Kind.SIGN, ";")]):
            refuse("empty", "there is nothing to run")
        while self.at < len(self.tokens):
            self.step()
        if len(self.frames) > 1:
            refuse("syntax", f"a {self.frame.closer!r} is missing")
        self.end_query()

    def end_statement(self) -> None:
        """A semicolon ends the text."""
        if self.at != len(self.tokens) - 1 or len(self.frames) > 1:
            refuse("several_statements", "it holds more than one statement")
        self.tokens.pop()

    def step(self) -> None:
        token = self.peek()
        if token.is_sign(";"):
            self.end_statement()
        elif self.state is _State.CLAUSE and not token.is_sign("}"):
            self.begin()
        elif token.kind is Kind.SIGN:
            self.at += 1
            self.signs.get(token.text, self.operator)()
        elif self.state is _State.OPERAND:
            self.operand()
        else:
            self.after_operand()

    # -- clauses ---------------------------------------------------------------------------------
    def begin(self) -> None:
        """The first word of a clause where nothing else can stand."""
        word = self.peek().keyword
        bare = self.frame.word in SUBQUERIES and not self.frame.clause
        if bare and word not in CLAUSES | WRITES | PREFIXES | {"USE"}:
            # EXISTS { (a)-->(b) } and COUNT { p = (a)-->(b) } hold a pattern without MATCH.
            self.frame.clause, self.frame.pattern = "MATCH", True
            self.state = _State.OPERAND
            return
        if word in {"WHERE", "YIELD", "USING", "UNION"}:
            refuse("syntax", f"{word} cannot stand first")
        self.at += 1
        self.clause(self.tokens[self.at - 1])

    def clause(self, token: Token) -> None:
        """A word that begins a clause, already taken."""
        word = token.keyword
        if word == "UNION":
            self.union()
            return
        if word != "USING":
            self.frame.pattern = word == "MATCH"
        self.state = _State.OPERAND
        if word in SIMPLE_CLAUSES or word == "MATCH":
            self.frame.clause = word
        elif word == "OPTIONAL" and self.peek().keyword in {"MATCH", "CALL"}:
            self.clause(self.take())
        elif word == "CALL":
            self.call()
        elif word == "ORDER" and self.peek().keyword == "BY":
            self.at += 1
        elif word == "FINISH":
            self.frame.clause, self.state = word, _State.AFTER
        elif word == "USING":
            self.take_words(HINTS)
        elif word in SUB_CLAUSES or (word == "YIELD" and self.frame.clause == "CALL"):
            pass
        else:
            self.refuse_word(token)

    def union(self) -> None:
        """The next branch begins where the last one is whole."""
        self.end_query()
        self.take_words({"ALL", "DISTINCT"})
        self.frame.clause, self.state = "", _State.CLAUSE

    def call(self) -> None:
        """What follows CALL: a subquery that reads, or a listed procedure."""
        if self.peek().is_sign("("):
            while not self.take().is_sign(")"):
                if not (self.peek(-1).is_sign("(", ",", "*") or self.names(-1)):
                    refuse("syntax", "CALL (...) takes names of variables")
        if self.peek().is_sign("{"):
            self.open_query("CALL")
        elif self.tokens[self.at - 1].is_sign(")"):
            refuse("syntax", "CALL (...) needs a query in braces")
        else:
            name = ".".join(self.chain())
            if name not in PROCEDURES:
                refuse("procedure", f"procedure {name or 'without a name'} is not on the list")
            self.frame.clause, self.state = "CALL", _State.AFTER

    def open_query(self, word: str) -> None:
        """Braces that hold a query."""
        self.open("}")
        self.at += 1
        self.frame.query, self.frame.word = True, word
        self.state = _State.CLAUSE

    def end_query(self) -> None:
        """A query, a branch of UNION or a subquery ends here."""
        whole = self.frame.word not in {"EXISTS", "COUNT"}
        if not self.frame.clause or self.state is _State.OPERAND:
            refuse("syntax", "the query breaks off")
        if whole and self.frame.clause not in {"RETURN", "FINISH", "CALL"}:
            refuse("syntax", f"a query cannot end with {self.frame.clause}; it needs a RETURN")

    # -- words -----------------------------------------------------------------------------------
    def operand(self) -> None:
        """A word, name, literal or parameter where an operand is expected."""
        token = self.take()
        word, following = token.keyword, self.peek()
        if token.kind in {Kind.LITERAL, Kind.PARAMETER}:
            self.state = _State.AFTER
        elif word in BEFORE_OPERAND and self.begins_operand(following):
            if following.keyword in WRITES:
                self.refuse_word(following)
        elif word in SUBQUERIES and following.is_sign("{"):
            self.open_query(word)
        elif self.frame.pattern and word in SELECTORS and not following.is_sign("="):
            self.take_selector()
        else:
            self.at -= 1
            self.name()

    def begins_operand(self, token: Token) -> bool:
        if token.kind is Kind.WORD:
            known = CLAUSES | OPERATORS | AFTER_OPERAND | {"AS", "IS", "STARTS", "ENDS"}
            return token.keyword not in known
        return token.kind not in {Kind.SIGN, Kind.END} or token.is_sign("(", "[", "{", "-", "$")

    def take_selector(self) -> None:
        """SHORTEST 3 PATHS, ANY SHORTEST and the like, up to the pattern."""
        while self.peek().keyword in SELECTORS or self.peek().kind in {
            Kind.LITERAL,
            Kind.PARAMETER,
        }:
            self.at += 1

    def name(self) -> None:
        """A variable with its properties, or a call of a listed function."""
        name = ".".join(self.chain())
        if self.peek().is_sign("("):
            if name.lower() not in FUNCTIONS:
                refuse("function", f"function {name} is not on the list")
            self.check_size(name.lower())
        self.state = _State.AFTER

    def after_operand(self) -> None:
        """A word where an operand has just ended."""
        token = self.take()
        word = token.keyword
        if word in OPERATORS:
            self.state = _State.OPERAND
        elif word == "AS" and self.names():
            self.at += 1
        elif word in {"STARTS", "ENDS"} and self.take().keyword == "WITH":
            self.state = _State.OPERAND
        elif word == "IS":
            self.is_something()
        elif word == "WHERE":
            self.frame.pattern, self.state = False, _State.OPERAND
        elif self.frame.query and word not in AFTER_OPERAND:
            self.clause(token)
        elif word not in AFTER_OPERAND:
            self.refuse_word(token)

    def is_something(self) -> None:
        """IS [NOT] NULL, IS [NOT] TYPED type, IS [NOT] [NFC] NORMALIZED."""
        self.take_words({"NOT"})
        if self.peek().keyword == "TYPED" or self.peek().is_sign("::"):
            self.at += 1
            self.value_type()
        elif self.frame.closer in {")", "]"} and self.peek().keyword not in {"NULL", "NORMALIZED"}:
            self.label()
        else:
            self.take_words({"NFC", "NFD", "NFKC", "NFKD"})
            if self.take().keyword not in {"NULL", "NORMALIZED"}:
                refuse("syntax", "IS needs NULL, NORMALIZED or a type")
            self.state = _State.AFTER

    def refuse_word(self, token: Token) -> None:
        word = token.keyword
        if word in PREFIXES:
            refuse("prefix", f"{word} is the console's own")
        if word == "USE":
            refuse("other_database", "only the served database can be read")
        if word in WRITES:
            refuse("not_a_read", f"{word} does not read; the console only reads")
        refuse(
            "syntax", f"{token.text[:40]!r} cannot stand there" if token.text else "it breaks off"
        )

    # -- signs -----------------------------------------------------------------------------------
    def open(self, closer: str) -> None:
        if len(self.frames) > _DEEPEST:
            refuse("too_large", f"brackets are nested more than {_DEEPEST} deep")
        self.frames.append(_Frame(closer))
        self.state = _State.OPERAND

    def close(self, closer: str) -> None:
        if self.frame.closer != closer:
            refuse("syntax", f"a {closer!r} closes nothing")
        if self.frame.query:
            self.end_query()
        ended = self.frames.pop()
        self.state = _State.AFTER
        if ended.query and ended.word == "CALL":
            self.frame.clause, self.state = "CALL { }", _State.CLAUSE

    def operator(self) -> None:
        self.state = _State.OPERAND

    def property(self) -> None:
        """A dot: a property, or `.*` of a projection."""
        if self.peek().is_sign("*"):
            self.at += 1
        elif self.names():
            chain = self.chain()
            if self.peek().is_sign("("):
                refuse("function", f"function {chain[-1]} is not on the list")
        else:
            refuse("syntax", "a dot needs the name of a property")
        self.state = _State.AFTER

    def label(self) -> None:
        """A colon: the value of a map's key, else a label or type."""
        self.state = _State.OPERAND
        if (self.frame.closer != "}" or self.frame.query) and self.names():
            self.at += 1
            self.state = _State.AFTER

    def value_type(self) -> None:
        """A type such as LIST<INTEGER NOT NULL>."""
        while self.take_words(TYPE_WORDS) or self.peek().is_sign("<", ">", "|"):
            if self.peek().kind is Kind.SIGN:
                self.at += 1
            pair = f"{self.peek().keyword} {self.peek(1).keyword}"
            if pair in {"NOT NULL", "WITH TIME", "WITH TIMEZONE"}:
                self.at += 2
        self.state = _State.AFTER

    def star(self) -> None:
        """`*`: everything, a quantifier, the length of a path, or a product."""
        everything = self.state is _State.OPERAND and self.frame.closer != "]"
        quantifier = self.frame.query and self.frame.pattern
        self.state = _State.AFTER if everything or quantifier else _State.OPERAND

    def plus(self) -> None:
        """`+`: a quantifier after a pattern, or a sum."""
        if not (self.frame.query and self.frame.pattern):
            self.state = _State.OPERAND

    def percent(self) -> None:
        """`%`: any label where a label is expected, or a remainder."""
        self.state = _State.AFTER if self.state is _State.OPERAND else _State.OPERAND

    # -- sizes -----------------------------------------------------------------------------------
    def check_size(self, function: str) -> None:
        streamed = self.peek(-2).keyword == "UNWIND"
        if function == "range" and not streamed and is_long_range(self.arguments()):
            refuse("too_large", f"a range over {LONGEST_RANGE:,} outside UNWIND")
        if function == "reduce" and doubles(self.arguments()):
            refuse("too_large", "a reduce that adds its accumulator to itself")
