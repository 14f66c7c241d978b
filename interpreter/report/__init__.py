"""A report of many games: what they tell, in sentences, charts and tables, as one page of HTML."""

from interpreter.report.facts import Facts, facts_of
from interpreter.report.run import Run
from interpreter.report.sentences import Sentence, sentences

__all__ = ["Facts", "Run", "Sentence", "facts_of", "sentences"]
