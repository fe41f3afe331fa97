import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withMutant, type Mutant } from './mutant.ts';
import { mutants } from './mutants.ts';

/** `npm run mutants [words]`: puts one mutant after the other into the product, and prints those with which no suite fails. */

const root = join(import.meta.dirname, '../..');
/** A backup of the file with the present mutant, from which the next run restores it if this one is killed. */
const backupFile = join(root, '.local/mutant.json');
const resultFile = join(root, '.local/mutant-result.json');

/** In milliseconds. A suite that takes longer hangs because of the mutant, which counts as killed. */
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
// The parent process has ended.
process.on('disconnect', () => process.exit(interrupted));

restore();
process.exit(await run(process.argv.slice(2).join(' ')));

/** Runs all mutants whose file or rule contains the words. Returns the exit code. */
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

/** Files with uncommitted changes, which could get lost, and with which the result would not be reproducible. */
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

/** Puts the mutant into its file; false unless its text occurs exactly once. */
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

/** Restores the file unless somebody else has changed it meanwhile. */
function restore(): void {
  if (!existsSync(backupFile)) return;
  const { path, original, mutated } = JSON.parse(readFileSync(backupFile, 'utf8')) as Record<string, string>;
  if (path && original && readFileSync(path, 'utf8') === mutated) writeFileSync(path, original);
  rmSync(backupFile);
}

/** Runs the suites that should fail, like `npm test`. */
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

/** A mutant is killed when a suite fails, hangs or cannot be loaded. */
function outcomeOf(hung: boolean): Outcome {
  if (hung) return 'killed';
  if (!existsSync(resultFile)) return 'NOT RUN';
  const result = JSON.parse(readFileSync(resultFile, 'utf8')) as { success: boolean; numTotalTests: number };
  if (!result.success) return 'killed';
  return result.numTotalTests === 0 ? 'NOT RUN' : 'SURVIVED';
}
