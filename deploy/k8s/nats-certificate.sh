#!/bin/sh
# Creates the certificate of NATS, and at the first call the authority that signs it:
#   deploy/k8s/nats-certificate.sh keys
# The services trust only this authority. Its key, nats-ca.key, stays in the folder: keep it as safe as the other keys there.
set -eu
umask 077
cd "$1"
days=730

[ -e nats-ca.key ] || openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 7300 \
  -subj '/CN=NATS of the Records Service' -addext 'keyUsage=critical,keyCertSign' -keyout nats-ca.key -out nats-ca.crt

# *.nats and clientAuth are for the routes of a cluster, the last two names for a port that kubectl forwards.
cat > nats.ext <<'NAMES'
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth, clientAuth
subjectAltName = DNS:nats, DNS:nats.records-service, DNS:nats.records-service.svc, DNS:*.nats, DNS:localhost, IP:127.0.0.1
NAMES
openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj /CN=nats -keyout nats.key -out nats.csr
openssl x509 -req -in nats.csr -CA nats-ca.crt -CAkey nats-ca.key -CAcreateserial -days "$days" -extfile nats.ext -out nats.crt
rm nats.csr nats.ext
