import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { identities } from '@svc/contracts';
import { temporaryDirectory } from '@svc/testing';
import { run } from '../testing/run.ts';

let directory: string;

beforeEach(() => {
  directory = temporaryDirectory();
});

test.each<[string, () => string[]]>([
  ['user and password', () => []],
  ['nkey', () => ['--dir', join(directory, 'keys')]],
])('the ConfigMap for processes with %s has the file that nats-server includes', async (_way, options) => {
  const permissions = async (...more: string[]) =>
    (await run(['bus', 'permissions', ...options(), ...more], {})).stdout;
  const file = await permissions();
  expect(parse(await permissions('--format', 'k8s'))).toEqual({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'svc-nats-authorization' },
    data: { 'authorization.conf': file },
  });
  expect(file).not.toMatch(/\bSU[A-Z2-7]{56}/);
  expect(nkeysOrUsersOf(file)).toHaveLength(identities.length);
  checkByServer(file);
});

const nkeysOrUsersOf = (file: string) => file.match(/^ +\{ (nkey: "U|user: ")/gm);

/** Where servers run in Docker there is no program to ask. */
function checkByServer(file: string): void {
  const programs = process.env['SERVER_PROGRAMS'];
  if (programs === undefined) return;
  for (const name of ['server', 'svc']) mkdirSync(join(directory, name));
  writeFileSync(join(directory, 'svc/authorization.conf'), file);
  const config = join(directory, 'server/nats.conf');
  writeFileSync(config, 'include ../svc/authorization.conf\n');
  const passwords = identities.map((identity) => [`NATS_PASSWORD_${identity.toUpperCase()}`, 'secret']);
  const options = { env: Object.fromEntries(passwords) as NodeJS.ProcessEnv, stdio: 'pipe' } as const;
  execFileSync(join(programs, 'nats-server'), ['-t', '-c', config], options);
}
