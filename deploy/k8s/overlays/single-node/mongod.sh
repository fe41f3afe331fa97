# Starts MongoDB as a replica set of one member, in Kubernetes and compose.
set -e

# The key only has to be the same on all members, so it may change with each start.
umask 077
head -c 256 /dev/urandom | base64 -w0 > "$HOME/keyfile"

# Slow operations would be logged with their queries and documents, hence the sample rate. Of failed operations only the error code is kept, by the
# rules of tools/local-stack/src/servers/mongodb-log.ts.
redact='/"c":"(COMMAND|WRITE|QUERY|TXN)"|dup key:/{
s/,"attr":\{(("operation":"[A-Za-z]+",)?"error":\{"code":[0-9]+,"codeName":"[A-Za-z]+").*$/,"attr":{\1}}}/
t
s/,"attr":.*$/}/
}'
exec docker-entrypoint.sh mongod --replSet svc --keyFile "$HOME/keyfile" \
  --setParameter transactionLifetimeLimitSeconds=5 --slowOpSampleRate 0 \
  > >(exec sed -u -E "$redact") 2>&1
