"""A dbt model (dbt-duckdb): the masked copy of a source table. It fails when the table cannot be masked.

SELFSAME_JURISDICTION and SELFSAME_SALT_FILE say under which law and with which secret; SELFSAME is the command.
"""

import os
import shlex
import subprocess
import tempfile


def model(dbt, session):
    dbt.config(materialized="table")
    patients = dbt.source("raw", "patients")
    command = shlex.split(os.environ.get("SELFSAME", "selfsame"))
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "patients.parquet")
        masked = os.path.join(folder, "masked.parquet")
        patients.write_parquet(source)
        law = ["-j", os.environ["SELFSAME_JURISDICTION"], "--salt-file", os.environ["SELFSAME_SALT_FILE"]]
        subprocess.run([*command, "deidentify", source, "-o", masked, *law], check=True)
        # The folder is gone before dbt reads what this function returns.
        session.execute(f"CREATE OR REPLACE TEMP TABLE masked_copy AS FROM '{masked}'")
    return session.table("masked_copy")
