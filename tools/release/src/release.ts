import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { imageNames } from './build.ts';
import { planRelease, runRelease } from './run-release.ts';
import { setImageDigests } from './set-version.ts';
import { makeKey, problemsOfFolder } from './signature.ts';

const usage = `Usage:
  npm run release -- --dry-run                       what would be released
  npm run release -- --key FILE [--images NAMES]     release it
  npm run release -- make-key FILE                   make FILE and FILE.pub
  npm run release -- verify FOLDER --key FILE.pub    is a release as it was signed?
  npm run release -- set-digests NAME=sha256:… …     the digests of pushed images, into deploy/k8s
`;

function main(root: string, args: string[]): void {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean' },
      key: { type: 'string' },
      images: { type: 'string', default: imageNames.join() },
    },
  });
  const [command, ...names] = positionals;
  const [first] = names;
  if (command === 'make-key' && first) return makeKey(resolve(first));
  if (command === 'verify' && first && values.key) return report(problemsOfFolder(first, values.key));
  if (command === 'set-digests' && first) return setImageDigests(root, new Map(names.map(pairOf)));
  if (command !== undefined || !(values['dry-run'] || values.key)) throw new Error(usage);
  release(root, values.key, values.images.split(',').filter(Boolean));
}

function release(root: string, keyFile: string | undefined, images: readonly string[]): void {
  const unknown = images.filter((name) => !imageNames.some((known) => known === name));
  if (unknown.length > 0)
    throw new Error(`There is no image ${unknown.join()}; there are ${imageNames.join()}.`);
  const plan = planRelease(root);
  if (!plan) return console.log('Nothing has changed for those who install it since the last release.');
  if (keyFile === undefined) return console.log(plan.entry);
  console.log(`Released: ${runRelease(root, plan, { keyFile: resolve(keyFile), images })}`);
}

function report(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log('Everything is as it was signed.');
}

function pairOf(text: string): [string, string] {
  const [name = '', digest = ''] = text.split('=');
  return [name, digest];
}

try {
  main(process.cwd(), process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
