"""A report as lines of text: one table a set, systems as rows, metrics as columns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SHOWN = (
    "recall@2", "recall@5", "recall@10", "all_gold@5", "doc_recall@3",
    "docs_complete@8", "docs_complete@8000c",
    "quote_recall@8", "quote80@8", "quote80@4000c", "quote80@8000c", "touched@8000c",
    "wrong_document@8", "citation_precision", "citation_recall", "verbatim", "answer_em",
    "answer_f1", "list_f1", "count_error", "abstain_f1",
)  # fmt: skip


def report_lines(report: dict[str, Any]) -> list[str]:
    """Tables of means in per cent with 95% intervals, one block a set, then by question type."""
    lines: list[str] = []
    for name, result in report["sets"].items():
        lines.append(
            f"{name}: {result['documents']} documents, {result['passages']} passages, "
            f"{result['questions']} questions, scope {report['scope']}, "
            f"{result['unlocated_quotes']} quotes not located"
        )
        if result.get("containment"):
            lines.append(f"  containment {100 * result['containment']['mean']:.1f}")
        lines += _table(result["systems"])
        for system, seconds in result["seconds"].items():
            if seconds:
                lines.append(
                    f"  {system}: p50 {1000 * seconds['p50']:.0f} ms, "
                    f"p95 {1000 * seconds['p95']:.0f} ms a question"
                )
        for kind, systems in result["by_type"].items():
            lines.append(f"  by type: {kind}")
            lines += _table(systems)
        lines.append("")
    return lines


def _table(systems: dict[str, dict[str, Any]]) -> Iterator[str]:
    metrics = [m for m in SHOWN if any(m in found for found in systems.values())]
    width = max((len(system) for system in systems), default=8)
    for metric in metrics:
        cells = []
        for system, found in systems.items():
            value = found.get(metric)
            if value is not None:
                cells.append(
                    f"{system:>{width}} {100 * value['mean']:5.1f} "
                    f"[{100 * value['low']:5.1f},{100 * value['high']:6.1f}]"
                )
        lead = next(found[metric]["n"] for found in systems.values() if metric in found)
        yield f"    {metric:18} n={lead:<5} " + "  ".join(cells)
