"""A place in a list of Cypher tokens, and the small steps from it."""

from collections.abc import Set

from graph.cypher.lexer import END, Kind, Token


class Cursor:
    """Reads tokens from left to right; beyond the last there is END."""

    def __init__(self, found: list[Token]) -> None:
        self.tokens = found
        self.at = 0

    def peek(self, ahead: int = 0) -> Token:
        """A token near the place, without moving."""
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else END

    def take(self) -> Token:
        """The next token, moving past it."""
        token = self.peek()
        self.at += 1
        return token

    def take_words(self, words: Set[str]) -> bool:
        """Take words as long as they are among these; whether there was one."""
        start = self.at
        while self.peek().keyword in words:
            self.at += 1
        return self.at > start

    def chain(self) -> list[str]:
        """Names joined by dots."""
        parts = []
        while self.names():
            parts.append(self.take().text)
            if not (self.peek().is_sign(".") and self.names(1)):
                break
            self.at += 1
        return parts

    def names(self, ahead: int = 0) -> bool:
        """Whether a token can be a name."""
        return self.peek(ahead).kind in {Kind.WORD, Kind.NAME}

    def arguments(self) -> list[Token]:
        """Tokens of the call whose bracket comes next."""
        depth, place = 0, self.at
        while place < len(self.tokens):
            token = self.tokens[place]
            depth += token.is_sign("(", "[", "{") - token.is_sign(")", "]", "}")
            if depth == 0:
                break
            place += 1
        return self.tokens[self.at + 1 : place]
