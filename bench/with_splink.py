"""Splink over a table of people as tools/tables/people.mjs writes it, to stand beside `npm run bench:tables`: seconds, memory, F1 of pairs and of clusters.

    pip install splink && python bench/with_splink.py FOLDER

Blocking rules and training are those that its guides give for people with a date of birth, an address, a telephone number and an e-mail address.
"""

import resource
import sys
import time

import pandas as pd
import splink.comparison_library as cl
from splink import Linker, SettingsCreator, block_on

folder = sys.argv[1]
began = time.monotonic()
people = pd.read_csv(f"{folder}/a.csv", dtype=str)
settings = SettingsCreator(
    link_type="dedupe_only",
    unique_id_column_name="id",
    comparisons=[
        cl.NameComparison("given_name").configure(term_frequency_adjustments=True),
        cl.NameComparison("family_name").configure(term_frequency_adjustments=True),
        cl.DateOfBirthComparison("birth_date", input_is_string=True),
        cl.LevenshteinAtThresholds("address", [2, 5]),
        cl.ExactMatch("postcode"),
        cl.ExactMatch("city").configure(term_frequency_adjustments=True),
        cl.ExactMatch("phone"),
        cl.EmailComparison("email"),
    ],
    blocking_rules_to_generate_predictions=[
        block_on("given_name", "family_name"),
        block_on("birth_date", "postcode"),
        block_on("birth_date", "family_name"),
        block_on("phone"),
        block_on("email"),
        block_on("address", "postcode"),
    ],
)
try:
    from splink import DuckDBAPI

    database = DuckDBAPI()
except ImportError:
    from splink.internals.duckdb.database_api import DuckDBAPI

    database = DuckDBAPI()
try:
    linker = Linker(people, settings, database)
except TypeError:
    linker = Linker(database.register(people), settings)
training = linker.training
training.estimate_probability_two_random_records_match(
    [block_on("email"), block_on("phone"), block_on("given_name", "family_name", "birth_date")], recall=0.8
)
training.estimate_u_using_random_sampling(max_pairs=1e6, seed=1)
training.estimate_parameters_using_expectation_maximisation(block_on("given_name", "family_name"))
training.estimate_parameters_using_expectation_maximisation(block_on("birth_date"))
pairs = linker.inference.predict(threshold_match_probability=0.5)
clusters = linker.clustering.cluster_pairwise_predictions_at_threshold(pairs, threshold_match_probability=0.95)
found = pairs.as_pandas_dataframe()[["id_l", "id_r", "match_probability"]]
of = clusters.as_pandas_dataframe()[["id", "cluster_id"]]
seconds = time.monotonic() - began

gold = pd.read_csv(f"{folder}/gold.csv", dtype=str)
truth = set(map(tuple, gold.values))


def f1(said):
    hits = len(said & truth)
    return hits / max(1, len(said)), hits / len(truth), 2 * hits / max(1, len(said) + len(truth))


sure = found[found.match_probability >= 0.95]
said = {tuple(sorted(pair)) for pair in sure[["id_l", "id_r"]].values}
both = of.merge(of, on="cluster_id")
both = both[both.id_x < both.id_y]
together = set(map(tuple, both[["id_x", "id_y"]].values))
memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(f"{len(people)} records, {seconds:.1f} s, {memory:.0f} MB")
print("pairs    P {:.4f} R {:.4f} F1 {:.4f}".format(*f1(said)))
print("clusters P {:.4f} R {:.4f} F1 {:.4f}".format(*f1(together)))
