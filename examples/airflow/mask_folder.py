"""An Airflow DAG: masks the files that arrived for a day, and fails when one of them was refused.

Variables of the environment of the worker: SELFSAME_INBOX and SELFSAME_MASKED (folders), SELFSAME_JURISDICTION, SELFSAME_SALT_FILE.
`selfsame deidentify` exits with 3 when a file was refused: the task fails, nothing that depends on it runs, and the manifest in the
folder of the day names the file and the reason.
"""

from datetime import datetime

from airflow import DAG

try:
    from airflow.providers.standard.operators.bash import BashOperator
except ImportError:  # Airflow 2
    from airflow.operators.bash import BashOperator

MASK = """
set -eu
selfsame deidentify "$SELFSAME_INBOX/$DAY" -o "$SELFSAME_MASKED/$DAY" \
  -j "$SELFSAME_JURISDICTION" --salt-file "$SELFSAME_SALT_FILE"
"""

with DAG(
    dag_id="mask_folder",
    description="Masked copies of the files of a day",
    schedule="@daily",
    start_date=datetime(2026, 1, 1),
    catchup=False,
    max_active_runs=1,
) as dag:
    BashOperator(task_id="mask", bash_command=MASK, env={"DAY": "{{ ds }}"}, append_env=True, retries=0)
