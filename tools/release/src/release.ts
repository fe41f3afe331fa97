import { parseArgs } from 'node:util';
import { resolve } from 'node:path';
import { imageNames } from './build.ts';
import { planRelease, runRelease } from './run-release.ts';
import { setImageDigests } from './set-version.ts';
import { makeKey, problemsOfFolder } from './signature.ts';

const usage = `Usage:
  npm run release -- --dry-run                       show the next version and its changelog
  npm run release -- --key FILE [--images NAMES]     build, sign and tag the release
  npm run release -- make-key FILE                   create the signing key FILE and FILE.pub
  npm run release -- verify FOLDER --key FILE.pub    check the signature and files of a release
  npm run release -- set-digests NAME=sha256:… …     write the digests of pushed images into deploy/k8s
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
    throw new Error(`There is no image ${unknown.join(', ')}; the images are ${imageNames.join(', ')}.`);
  const plan = planRelease(root);
  if (!plan)
    return console.log(
      'There is nothing to release: no commit since the last release changes installations.',
    );
  if (keyFile === undefined) return console.log(plan.entry);
  console.log(`Released: ${runRelease(root, plan, { keyFile: resolve(keyFile), images })}`);
}

function report(problems: readonly string[]): void {
  if (problems.length > 0) throw new Error(problems.join('\n'));
  console.log('The signature and all files are valid.');
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
