"""Runs stages as `selfsame spark` asks for them: one JSON object a line on standard input, one answer a line on standard output."""

import json
import os
import shutil
import sys

from pyspark.sql import SparkSession
from pyspark.sql import functions as F

from . import connected_components, score_pairs


def main() -> None:
    # What Spark prints must not stand among the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    settings = json.loads(sys.stdin.readline())
    spark = _session(settings)
    try:
        for line in sys.stdin:
            asked = json.loads(line)
            {"score": _score, "components": _components}[asked["stage"]](spark, asked)
            print(json.dumps({"done": asked["stage"]}), file=answers, flush=True)
    finally:
        spark.stop()


def _session(settings: dict) -> SparkSession:
    builder = SparkSession.builder.appName("selfsame").config("spark.ui.enabled", "false")
    if settings.get("master"):
        builder = builder.master(settings["master"])
    builder = builder.config("spark.sql.shuffle.partitions", settings["partitions"])
    for name, value in settings.get("conf", {}).items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()
    spark.sparkContext.setLogLevel("ERROR")
    # Workers have pyspark, but not this package.
    here = os.path.dirname(os.path.abspath(__file__))
    package = shutil.make_archive(
        os.path.join(settings["folder"], "package"), "zip", os.path.dirname(here), os.path.basename(here)
    )
    spark.sparkContext.addPyFile(package)
    spark.sparkContext.setCheckpointDir(os.path.join(settings["folder"], "checkpoints"))
    return spark


def _numbers(spark: SparkSession, path: str, names: tuple):
    cells = F.split(F.col("value"), "\t")
    return spark.read.text(path).select(*[cells[i].cast("long").alias(name) for i, name in enumerate(names)])


def _score(spark: SparkSession, asked: dict) -> None:
    pairs = _numbers(spark, asked["pairs"], ("a", "b"))
    records = spark.read.text(asked["records"]).select(
        F.substring_index("value", "\t", 1).cast("long").alias("record"),
        F.expr("substring(value, instr(value, '\t') + 1)").alias("fields"),
    )
    edges = score_pairs(pairs.repartition(asked["partitions"]), records, asked["command"])
    edges.write.mode("overwrite").option("sep", "\t").csv(asked["out"])


def _components(spark: SparkSession, asked: dict) -> None:
    found = connected_components(_numbers(spark, asked["edges"], ("u", "v")))
    found.write.mode("overwrite").option("sep", "\t").csv(asked["out"])


main()
