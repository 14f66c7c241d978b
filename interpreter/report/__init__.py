"""Reports on many games, with sentences, charts and tables on one HTML page."""

from interpreter.report.facts import Facts, facts_of
from interpreter.report.run import Run
from interpreter.report.sentences import Sentence, sentences

__all__ = ["Facts", "Run", "Sentence", "facts_of", "sentences"]
