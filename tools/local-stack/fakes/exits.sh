#!/bin/sh
# A server that gives up at once.
echo "cannot open the journal: $*" >&2
exit 7
