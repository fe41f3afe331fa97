import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMutant, type Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

/** `npm run mutants [words]`: makes one mistake after the other in the product, and tells which of them no suite notices. */

const root = join(import.meta.dirname, '../..');
/** The file that has a mutant in it just now: a run that was killed is repaired by the next one. */
const backupFile = join(root, '.local/mutant.json');
const resultFile = join(root, '.local/mutant-result.json');

/** In milliseconds. Tests have no limit of their own: what takes longer hangs, and has noticed that something is wrong. */
const maxRunMs = 15 * 60_000;
const interrupted = 130;

type Outcome = 'killed' | 'SURVIVED' | 'NOT FOUND' | 'NOT RUN';

let running: ChildProcess | undefined;

process.on('exit', () => {
  running?.kill();
  restore();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(interrupted));
// Whoever has started this is gone.
process.on('disconnect', () => process.exit(interrupted));

restore();
process.exit(await run(process.argv.slice(2).join(' ')));

/** The exit code for all mutants whose file or rule contains the words. */
async function run(words: string): Promise<number> {
  const chosen = mutants.filter(({ file, rule }) => `${file}\n${rule}`.includes(words));
  const problem =
    chosen.length === 0 ? `No mutant has "${words}" in its file or rule.` : changedFiles(chosen);
  if (problem) {
    console.error(problem);
    return 1;
  }
  let killed = 0;
  for (const mutant of chosen) if ((await tryOne(mutant)) === 'killed') killed += 1;
  console.log(`\n${killed} of ${chosen.length} mutants are killed.`);
  return killed === chosen.length ? 0 : 1;
}

/** What somebody has changed and not committed could get lost, and tests what nobody else has. */
function changedFiles(chosen: readonly Mutant[]): string | undefined {
  const files = [...new Set(chosen.map(({ file }) => file))];
  const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], { cwd: root }).toString();
  return changed && `These files have changes that are not committed; commit them first:\n${changed}`;
}

async function tryOne(mutant: Mutant): Promise<Outcome> {
  const started = Date.now();
  const outcome = put(mutant) ? await testWith(mutant) : 'NOT FOUND';
  restore();
  const seconds = Math.round((Date.now() - started) / 1_000);
  const place = outcome === 'killed' ? '' : ` ${mutant.file}`;
  console.log(`${outcome.padEnd(9)} ${mutant.rule}${place} (${seconds} s)`);
  return outcome;
}

/** Puts the mutant into its file; false where its place is not there, or more than once. */
function put(mutant: Mutant): boolean {
  const path = join(root, mutant.file);
  const original = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const mutated = withMutant(original, mutant);
  if (mutated === undefined) return false;
  mkdirSync(join(root, '.local'), { recursive: true });
  writeFileSync(backupFile, JSON.stringify({ path, original, mutated }));
  writeFileSync(path, mutated);
  return true;
}

/** The file is as it was, unless somebody else has written it meanwhile. */
function restore(): void {
  if (!existsSync(backupFile)) return;
  const { path, original, mutated } = JSON.parse(readFileSync(backupFile, 'utf8')) as Record<string, string>;
  if (path && original && readFileSync(path, 'utf8') === mutated) writeFileSync(path, original);
  rmSync(backupFile);
}

/** Runs the suites that should notice it, as `npm test` runs them. */
async function testWith({ killedBy }: Mutant): Promise<Outcome> {
  rmSync(resultFile, { force: true });
  const options = ['--maxWorkers=1', '--passWithNoTests', '--json', `--outputFile=${resultFile}`];
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { test: string };
  };
  const command = ['-c', `${scripts.test} "$@"`, 'npm test', ...killedBy, ...options];
  running = spawn('sh', command, { cwd: root, stdio: 'ignore' });
  const timer = setTimeout(() => running?.kill(), maxRunMs);
  const closed = once(running, 'close');
  const [, signal] = (await closed) as [number | null, string | null];
  clearTimeout(timer);
  running = undefined;
  return outcomeOf(signal !== null);
}

/** A suite that could not be loaded, or hung, has noticed it as well as one that failed. */
function outcomeOf(hung: boolean): Outcome {
  if (hung) return 'killed';
  if (!existsSync(resultFile)) return 'NOT RUN';
  const result = JSON.parse(readFileSync(resultFile, 'utf8')) as { success: boolean; numTotalTests: number };
  if (!result.success) return 'killed';
  return result.numTotalTests === 0 ? 'NOT RUN' : 'SURVIVED';
}
