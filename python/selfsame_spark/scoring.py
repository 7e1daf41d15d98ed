"""Pairs of records scored by the engine itself: a Node process beside every task, fed by Arrow batches.

A pair is scored from the values of its two records alone, so neither partitions nor batches nor a task that runs again can change a score.
"""

import subprocess
from typing import Iterable, Iterator, Sequence

import pyarrow as pa
from pyspark.sql import DataFrame

EDGES = "a long, b long, score double, identity int"
_ARROW = pa.schema(
    [("a", pa.int64()), ("b", pa.int64()), ("score", pa.float64()), ("identity", pa.int32())]
)


def score_pairs(pairs: DataFrame, records: DataFrame, command: Sequence[str]) -> DataFrame:
    """Edges (a, b, score, identity) of pairs (a, b) of records (record, fields).

    `fields` is a JSON object of the fields of a record under the names of the pack. `command` starts `selfsame spark-score ENTITY` on a worker.
    Pairs that are of no interest (different, with a low score) are left out, as on one machine.
    """
    left = records.selectExpr("record AS a", "fields AS fields_a")
    right = records.selectExpr("record AS b", "fields AS fields_b")
    valued = pairs.join(left, "a").join(right, "b").select("a", "b", "fields_a", "fields_b")
    return valued.mapInArrow(_scorer(list(command)), EDGES)


def _scorer(command: list):
    def score(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as node:
            for batch in batches:
                yield _scored(node, batch)
            node.stdin.close()
            if node.wait() != 0:
                raise RuntimeError("the scoring process failed")

    return score


def _scored(node: subprocess.Popen, batch: pa.RecordBatch) -> pa.RecordBatch:
    columns = [batch.column(name).to_pylist() for name in ("a", "b", "fields_a", "fields_b")]
    # The process answers behind the empty line, all at once: neither side waits for the other with a full pipe.
    lines = [f"{a}\t{b}\t{x}\t{y}\n" for a, b, x, y in zip(*columns)]
    node.stdin.write(("".join(lines) + "\n").encode())
    node.stdin.flush()
    rows = []
    while True:
        line = node.stdout.readline()
        if line == b"":
            raise RuntimeError("the scoring process ended early")
        if line == b"\n":
            break
        a, b, score, identity = line.split(b"\t")
        rows.append((int(a), int(b), float(score), int(identity)))
    arrays = [pa.array(column, field.type) for column, field in zip(zip(*rows), _ARROW)]
    if not rows:
        arrays = [pa.array([], field.type) for field in _ARROW]
    return pa.RecordBatch.from_arrays(arrays, schema=_ARROW)
