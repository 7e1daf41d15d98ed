#!/bin/sh
# Masks a table of a DuckDB database, links two of its tables, and writes both results back as tables.
# Usage: JURISDICTION=DE SALT_FILE=salt.txt sh mask-and-link.sh DATABASE TABLE OTHER_TABLE
# The tables need a column "id". DUCKDB and SELFSAME name the two programs where they are not on the path.
set -eu
umask 077

database=${1:?name the database file}
table=${2:?name the table to mask and to link}
other=${3:?name the table to link it with}
: "${JURISDICTION:?set JURISDICTION to the country whose law governs, e.g. DE}" "${SALT_FILE:?set SALT_FILE to the file with the secret of the tokens}"
duckdb=${DUCKDB:-duckdb}
selfsame=${SELFSAME:-selfsame}

# Names become part of SQL.
for name in "$table" "$other"; do
  case $name in
  '' | *[!A-Za-z0-9_]*)
    echo 'a name of a table may hold letters, digits and _ only' >&2
    exit 2
    ;;
  esac
done

# The tables lie here unmasked until the script ends.
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

$duckdb "$database" -c "COPY $table TO '$folder/$table.parquet' (FORMAT parquet); COPY $other TO '$folder/$other.parquet' (FORMAT parquet)"
$selfsame deidentify "$folder/$table.parquet" -o "$folder/masked.parquet" -j "$JURISDICTION" --salt-file "$SALT_FILE"
$selfsame link "$folder/$table.parquet" "$folder/$other.parquet" -e person -o "$folder/linked" --format parquet
$duckdb "$database" -c "CREATE OR REPLACE TABLE ${table}_masked AS FROM '$folder/masked.parquet'; CREATE OR REPLACE TABLE ${table}_${other}_pairs AS FROM '$folder/linked/pairs.parquet'"
