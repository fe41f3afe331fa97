#!/bin/sh
# A server that never answers and does not stop when it is asked to.
trap '' TERM
echo 'still thinking'
while :; do sleep 1; done
