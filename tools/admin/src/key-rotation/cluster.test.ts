import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { kubectlCluster } from './cluster.ts';

const directory = temporaryDirectory();
const log = join(directory, 'log');
const { PATH } = process.env;

/** A kubectl that notes its arguments and its input, and answers like that of Kubernetes 1.34. */
beforeAll(() => {
  const pods = JSON.stringify({
    items: [
      { metadata: { name: 'users-1' } },
      { metadata: { name: 'users-0', deletionTimestamp: '2026-01-31T00:00:00Z' } },
    ],
  });
  const script = `#!/bin/sh
echo "$*" >> ${log}
case "$*" in
  *"apply "*) cat >> ${log}; echo >> ${log} ;;
  *"get pods"*) echo '${pods}' ;;
  *"exec gone"*) echo 'pods "gone" not found' >&2; exit 1 ;;
  *sha256sum*) echo "abc123  /keys/keyring.json" ;;
  *"rollout status"*lost*) echo 'deployments.apps "lost" not found' >&2; exit 1 ;;
esac
`;
  writeFileSync(join(directory, 'kubectl'), script);
  chmodSync(join(directory, 'kubectl'), 0o755);
  process.env['PATH'] = `${directory}:${PATH}`;
});

afterAll(() => {
  process.env['PATH'] = PATH;
});

test('kubectl gets the namespace, and Secrets on its standard input', async () => {
  const cluster = kubectlCluster('crm');
  await cluster.apply({ kind: 'Secret', metadata: { name: 'svc-keys-users' } });
  expect(await cluster.pods('users')).toEqual(['users-1']);
  const file = { container: 'service', path: '/keys/keyring.json' };
  expect(await cluster.digest('users-1', file)).toBe('abc123');
  expect(await cluster.digest('gone', file)).toBeUndefined();
  await cluster.reloadNats('nats-0');
  await cluster.restart('users');
  expect(readFileSync(log, 'utf8').trim().split('\n')).toEqual([
    '--namespace=crm apply --server-side --force-conflicts -f -',
    '{"kind":"Secret","metadata":{"name":"svc-keys-users"}}',
    '--namespace=crm get pods -l app.kubernetes.io/name=users --field-selector=status.phase=Running -o json',
    '--namespace=crm exec users-1 -c service -- sha256sum /keys/keyring.json',
    '--namespace=crm exec gone -c service -- sha256sum /keys/keyring.json',
    '--namespace=crm exec nats-0 -c nats -- kill -HUP 1',
    '--namespace=crm rollout restart deployment/users',
    '--namespace=crm rollout status deployment/users --timeout=15m',
  ]);
});

test('a failure of kubectl is reported with its reason', async () => {
  await expect(kubectlCluster(undefined).restart('lost')).rejects.toMatchObject({
    name: 'AdminError',
    message: expect.stringContaining('deployments.apps "lost" not found'),
  });
});
