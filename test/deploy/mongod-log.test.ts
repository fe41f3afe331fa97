import { execFileSync } from 'node:child_process';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { redactMongodLog } from '@svc/local-stack/mongodb-log';

const script = fileURLToPath(new URL('../../deploy/k8s/overlays/single-node/mongod.sh', import.meta.url));
const head = (component: string, msg: string) =>
  `{"t":{"$date":"2026-11-29T04:54:26.268+00:00"},"s":"W",  "c":"${component}",    "id":7,   "ctx":"conn2","msg":"${msg}"`;
const duplicate =
  '"error":{"code":11000,"codeName":"DuplicateKey","errmsg":"E11000 dup key: { e: \\"amina@example.org\\" }","keyValue":{"e":"amina@example.org"}}';

/** Lines of mongod's log, with the part of each that is kept. */
const lines: readonly [line: string, kept: string][] = [
  [
    `${head('COMMAND', 'Slow query')},"attr":{"command":{"find":"a","filter":{"e":"amina@example.org"}}}}`,
    `${head('COMMAND', 'Slow query')}}`,
  ],
  [
    `${head('QUERY', 'Plan executor error')},"attr":{"operation":"update",${duplicate},"stats":{"filter":{"e":"amina@example.org"}}}}`,
    `${head('QUERY', 'Plan executor error')},"attr":{"operation":"update","error":{"code":11000,"codeName":"DuplicateKey"}}}`,
  ],
  [
    `${head('STORAGE', 'Index build: failed')},"attr":{"namespace":"a.b",${duplicate}}}`,
    `${head('STORAGE', 'Index build: failed')}}`,
  ],
  [
    `${head('CONTROL', 'Build Info')},"attr":{"version":"8.2.6"}}`,
    `${head('CONTROL', 'Build Info')},"attr":{"version":"8.2.6"}}`,
  ],
  ['mongod: not a line of JSON', 'mongod: not a line of JSON'],
];

test('the script that starts mongod in containers keeps users’ data out of the log, and the key private', () => {
  const dir = temporaryDirectory();
  mkdirSync(join(dir, 'bin'));
  const entry = `#!/bin/bash\ncat "$0.log"\necho "$@" > ${join(dir, 'arguments')}\n`;
  writeFileSync(join(dir, 'bin/docker-entrypoint.sh'), entry, { mode: 0o755 });
  writeFileSync(join(dir, 'bin/docker-entrypoint.sh.log'), lines.map(([line]) => `${line}\n`).join(''));
  const env = { HOME: dir, PATH: `${join(dir, 'bin')}:${process.env['PATH']}` };
  const output = execFileSync('bash', [script], { env, encoding: 'utf8' });
  expect(output.split('\n')).toEqual([...lines.map(([, kept]) => kept), '']);
  expect(statSync(join(dir, 'keyfile')).mode & 0o777).toBe(0o600);
  const args = execFileSync('cat', [join(dir, 'arguments')], { encoding: 'utf8' });
  expect(args).toContain('mongod --replSet svc --keyFile');
  expect(args).toContain('--slowOpSampleRate 0');
});

test.each(lines)('the local stack keeps the same part of %s', (line, kept) => {
  expect(redactMongodLog(line)).toBe(kept);
});
