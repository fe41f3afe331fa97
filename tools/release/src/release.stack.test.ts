import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { writeSboms } from './build.ts';
import { git } from './git.ts';
import { nextVersion } from './next-version.ts';
import { planRelease, runRelease, type ReleasePlan } from './run-release.ts';
import { setImageDigests } from './set-version.ts';
import { makeKey, problemsOfFolder } from './signature.ts';

const directory = temporaryDirectory();
const clone = join(directory, 'clone');
const keyFile = join(directory, 'key');
const contracts = { http: '1.0.0', extensions: '1.0.0' };

beforeAll(() => {
  git(resolve(import.meta.dirname, '../../..'), 'clone', '--quiet', '--no-tags', '.', clone);
  git(clone, 'config', 'user.name', 'Release');
  git(clone, 'config', 'user.email', 'release@example.org');
  makeKey(keyFile);
});

const planned = (): ReleasePlan => {
  const plan = planRelease(clone);
  if (!plan) throw new Error('Nothing to release.');
  return plan;
};

function commitTo(file: string, subject: string): void {
  appendFileSync(join(clone, file), '\n');
  git(clone, 'commit', '--quiet', '--all', '--message', subject);
}

const http2 = { ...contracts, http: '2.0.0' };
test.each([
  ['a new major version of a contract', http2, ['fixed'], '2.0.0'],
  ['a new feature', contracts, ['inner', 'fixed', 'added'], '1.3.0'],
  ['a changed behaviour', contracts, ['changed'], '1.3.0'],
  ['fixes only', contracts, ['inner', 'fixed'], '1.2.4'],
  ['changes outside the installed program only', contracts, ['inner'], undefined],
] as const)('the next version is computed for %s', (_, now, kinds, expected) => {
  const changes = kinds.map((kind) => ({ commit: 'c0ffee', subject: 'Change it', kind }));
  expect(nextVersion({ version: '1.2.3', contracts }, now, changes)).toBe(expected);
});

test('the first release has the version of the packages, is built, signed and tagged', () => {
  const plan = planned();
  const manifest = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8')) as { version: string };
  expect(plan.version).toBe(manifest.version);
  const folder = runRelease(clone, plan, { keyFile, images: [] });
  expect(git(clone, 'tag', '--points-at', 'HEAD')).toBe(`v${plan.version}`);
  expect(readFileSync(join(clone, 'CHANGELOG.md'), 'utf8')).toContain(`\n${plan.entry}`);
  expect(planRelease(clone)).toBeUndefined();

  const provenance = readFileSync(join(folder, 'provenance.intoto.json'), 'utf8');
  const resolvedDependencies = [{ digest: { gitCommit: git(clone, 'rev-parse', 'HEAD') } }];
  expect(JSON.parse(provenance)).toMatchObject({
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: { buildDefinition: { resolvedDependencies } },
  });
  expect(problemsOfFolder(folder, `${keyFile}.pub`)).toEqual([]);
  const otherKey = join(directory, 'other');
  makeKey(otherKey);
  expect(problemsOfFolder(folder, `${otherKey}.pub`)).toEqual(['SHA256SUMS is not signed with this key.']);
  writeFileSync(join(folder, 'added'), '');
  appendFileSync(join(folder, 'provenance.intoto.json'), ' ');
  rmSync(join(folder, `records-service-${plan.version}.tar.gz`));
  expect(problemsOfFolder(folder, `${keyFile}.pub`)).toEqual([
    'added is not signed.',
    `records-service-${plan.version}.tar.gz is missing.`,
    'provenance.intoto.json was changed after it was signed.',
  ]);
});

test('the next release lists the commits since the last one, and sets the version everywhere', () => {
  commitTo('services/users/src/main.ts', 'Add colours that users choose');
  commitTo('services/users/src/main.ts', 'Change the colour of new users');
  commitTo('services/users/src/main.ts', 'Remove the shape of users');
  commitTo('services/users/src/main.ts', 'Fix the colour of users');
  commitTo('services/users/src/main.ts', 'Refactor the colours');
  commitTo('docs/guides/users.md', 'Explain colours');
  const digest = `sha256:${'0'.repeat(64)}`;
  setImageDigests(clone, new Map([['users', digest]]));
  expect(git(clone, 'diff')).toContain(`+    digest: '${digest}'`);
  git(clone, 'commit', '--quiet', '--all', '--message', 'Name the digests of the images');
  const plan = planned();
  const [major, minor] = git(clone, 'describe', '--abbrev=0').slice(1).split('.').map(Number);
  expect(plan.version).toBe(`${major}.${Number(minor) + 1}.0`);
  expect(
    plan.entry
      .replaceAll(/ \([0-9a-f]+\)$/gm, '')
      .split('\n\n')
      .slice(2),
  ).toEqual([
    '### Added',
    '- Add colours that users choose',
    '### Changed',
    '- Name the digests of the images\n- Change the colour of new users',
    '### Removed',
    '- Remove the shape of users',
    '### Fixed',
    '- Fix the colour of users\n',
  ]);

  runRelease(clone, plan, { keyFile, images: [] });
  const overlay = readFileSync(join(clone, 'deploy/k8s/overlays/production/kustomization.yaml'), 'utf8');
  expect(overlay).toContain(`/users\n    newTag: ${plan.version}\n    digest: ''\n`);
  const lock = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>;
  };
  const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules/'));
  expect(new Set(ours.map(([, { version }]) => version))).toEqual(new Set([plan.version]));
});

test('a release with uncommitted changes is refused, and no file is changed', () => {
  commitTo('services/users/src/main.ts', 'Let users choose a shape');
  const plan = planned();
  appendFileSync(join(clone, 'README.md'), '\n');
  const before = git(clone, 'rev-parse', 'HEAD');
  expect(() => runRelease(clone, plan, { keyFile, images: [] })).toThrow('uncommitted changes');
  expect(git(clone, 'rev-parse', 'HEAD')).toBe(before);
  expect(git(clone, 'status', '--porcelain')).toBe(' M README.md');
});

test('an invalid digest is refused before any file is written', () => {
  expect(() => setImageDigests(clone, new Map([['users', 'latest']]))).toThrow('must be sha256:');
});

test('an SBOM names the program and has the production packages of the image, and no others', () => {
  writeSboms(clone, ['gateway'], directory);
  const sbom = JSON.parse(readFileSync(join(directory, 'gateway.cdx.json'), 'utf8')) as {
    bomFormat: string;
    metadata: { component: { name: string } };
    components: { name: string }[];
  };
  const names = sbom.components.map(({ name }) => name);
  expect(sbom.bomFormat).toBe('CycloneDX');
  expect(sbom.metadata.component.name).toBe('records-service');
  expect(names).toEqual(expect.arrayContaining(['express', 'jose', 'nats', 'zod']));
  expect(names.filter((name) => ['jest', 'eslint'].includes(name))).toEqual([]);
});

test('the SBOM of a commit is always the same', () => {
  const [one, other] = ['first', 'second'].map((name) => {
    const folder = join(directory, name);
    mkdirSync(folder);
    writeSboms(clone, ['search'], folder);
    return readFileSync(join(folder, 'search.cdx.json'), 'utf8');
  });
  expect(one).toBe(other);
});
