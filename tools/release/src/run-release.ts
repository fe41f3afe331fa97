import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.ts';
import { addToChangelog, changelogEntry } from './changelog.ts';
import { changesSince, lastRelease } from './changes.ts';
import { git } from './git.ts';
import { contractVersionsAt, nextVersion } from './next-version.ts';
import { provenanceOf } from './provenance.ts';
import { setVersion } from './set-version.ts';
import { signFolder } from './signature.ts';

/** The next release: its version and its changelog entry. */
export type ReleasePlan = NonNullable<ReturnType<typeof planRelease>>;

/** Plans the release of HEAD; undefined without a change for installations. */
export function planRelease(root: string) {
  const tag = lastRelease(root);
  const changes = changesSince(root, tag);
  const contracts = contractVersionsAt(root, 'HEAD');
  const version =
    tag === undefined
      ? (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version
      : nextVersion({ version: tag.slice(1), contracts: contractVersionsAt(root, tag) }, contracts, changes);
  if (version === undefined) return undefined;
  const date = git(root, 'show', '-s', '--format=%cs', 'HEAD');
  return { version, entry: changelogEntry({ version, date, contracts, changes }) };
}

/**
 * Makes the planned release: commits version and changelog, builds that commit, signs the results, and at last tags the commit. Returns the
 * folder of the results.
 */
export function runRelease(
  root: string,
  { version, entry }: ReleasePlan,
  { keyFile, images }: { keyFile: string; images: readonly string[] },
): string {
  const folder = join(root, '.local/release', version);
  refuseUnless(
    git(root, 'status', '--porcelain') === '',
    'The working tree has uncommitted changes: commit or stash them.',
  );
  refuseUnless(!existsSync(folder), `${folder} already exists: move it away.`);
  refuseUnless(existsSync(keyFile), `The key file ${keyFile} does not exist.`);
  const startedOn = new Date();
  setVersion(root, version);
  addToChangelog(root, entry);
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--message', `Release ${version}`);
  const commit = git(root, 'rev-parse', 'HEAD');
  mkdirSync(folder, { recursive: true });
  build(root, commit, { version, images, folder });
  const provenance = provenanceOf(folder, { version, commit, startedOn, finishedOn: new Date() });
  writeFileSync(join(folder, 'provenance.intoto.json'), `${JSON.stringify(provenance, null, 2)}\n`);
  signFolder(folder, keyFile);
  git(root, 'tag', '--annotate', '--message', `Release ${version}`, `v${version}`);
  return folder;
}

function refuseUnless(isFine: boolean, problem: string): void {
  if (!isFine) throw new Error(problem);
}
