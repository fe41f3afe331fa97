#!/bin/sh
# Creates the key with which search uses Meilisearch: its rights are those of docs/reference/service-settings.md, on the indexes of this
# installation. It may run at any time, and changes nothing once the key exists.
#
#   meilisearch-setup.sh           creates the key; needs MEILI_URL, MEILI_MASTER_KEY and MEILI_KEY
#   meilisearch-setup.sh --print   prints the value of MEILI_KEY, which follows from MEILI_MASTER_KEY
set -eu
# Other rights need another id: Meilisearch does not change those of a key.
uid=3f0c2f6e-6d0b-4a55-9d57-5d3f6a1e8c01

if [ "${1:-}" = --print ]; then
  printf %s "$uid" | openssl dgst -sha256 -hmac "$MEILI_MASTER_KEY" -r | cut -d ' ' -f 1
  exit
fi

# The keys are not arguments, which other users of a machine can see.
request() {
  printf 'header = "Authorization: Bearer %s"\n' "$1" |
    curl --silent --show-error --config - --header 'Content-Type: application/json' "$MEILI_URL/$2" \
      --retry 30 --retry-delay 2 --retry-connrefused --max-time 20 --output /dev/null --write-out '%{http_code}' \
      ${3:+--data "$3"}
}

key='{
  "uid": "'$uid'", "name": "search", "description": "Key of the Records Service", "expiresAt": null, "indexes": ["svc_*"],
  "actions": ["search", "documents.*", "indexes.*", "settings.*", "tasks.get", "stats.get", "version"]
}'
status=$(request "$MEILI_MASTER_KEY" keys "$key")
case $status in
  201) echo 'Created the key of search.' ;;
  409) echo 'The key of search exists.' ;;
  403) echo 'Meilisearch rejects MEILI_MASTER_KEY: it was started with another one.' >&2; exit 1 ;;
  *) echo "Meilisearch did not create the key: status $status." >&2; exit 1 ;;
esac

if [ "$(request "$MEILI_KEY" version)" != 200 ]; then
  echo 'MEILI_KEY is not the key of search. Set it to the value that meilisearch-setup.sh --print prints.' >&2
  exit 1
fi
