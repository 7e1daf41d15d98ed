"""Connected components by alternating large-star and small-star operations.

Kiveris, Lattanzi, Mirrokni, Rastogi, Vassilvitskii: Connected Components in MapReduce and Beyond (SoCC 2014).
"""

from pyspark.sql import DataFrame
from pyspark.sql import functions as F


def connected_components(edges: DataFrame) -> DataFrame:
    """(record, component) of every record that has an edge (u, v): the component is its smallest record.

    Every round is written to the checkpoint folder of the session, so that a worker that is lost costs its own tasks.
    """
    stars = _oriented(edges)
    before = None
    while True:
        stars = _small_star(_large_star(stars)).checkpoint()
        now = stars.agg(F.count("*"), F.sum("u"), F.sum("v"), F.sum(F.col("u") * 31 % 1000003 * (F.col("v") % 1000003))).first()
        if now == before:
            break
        before = now
    centres = stars.select(F.col("v").alias("record"), F.col("v").alias("component"))
    return stars.select(F.col("u").alias("record"), F.col("v").alias("component")).union(centres).distinct()


def _oriented(edges: DataFrame) -> DataFrame:
    """Each edge once, from its greater to its smaller end."""
    ends = edges.where("u <> v").select(F.greatest("u", "v").alias("u"), F.least("u", "v").alias("v"))
    return ends.distinct()


def _large_star(edges: DataFrame) -> DataFrame:
    """Ties every greater neighbour of a record to the smallest of its neighbourhood."""
    both = edges.select("u", "v").union(edges.select(F.col("v").alias("u"), F.col("u").alias("v")))
    smallest = both.groupBy("u").agg(F.least(F.min("v"), F.col("u")).alias("m"))
    tied = both.where("v > u").join(smallest, "u").select(F.col("v").alias("u"), F.col("m").alias("v"))
    return _oriented(tied)


def _small_star(edges: DataFrame) -> DataFrame:
    """Ties every smaller neighbour of a record, and the record, to the smallest of them."""
    smallest = edges.groupBy("u").agg(F.min("v").alias("m"))
    tied = edges.join(smallest, "u").select(F.col("v").alias("u"), F.col("m").alias("v"))
    return _oriented(tied.union(smallest.select(F.col("u"), F.col("m").alias("v"))))
