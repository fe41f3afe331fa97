/**
 * Runs the tests of a commit (`.ci/run`): all suites, of the long tier a drawn half. Then it repeats each failed suite once on its own. A suite that
 * passes then does not fail the run, but is printed as flaky in the closing lines, with the seeds of its properties. The seed of the draw and of
 * the samples is the commit, or `TEST_SEED`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { sampled, testSeed } from '@svc/testing/sized';

/** A suite in the results that jest writes as JSON. */
export interface SuiteResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** Runs suites of all tiers with arguments of jest's; undefined when jest ended without results. */
export type RunSuites = (args: readonly string[]) => Promise<readonly SuiteResult[] | undefined>;

/** The part of the suites of the long tier that one commit runs; the others run with other commits. */
const drawnShare = 0.5;

/** With the suites of a tier after each other, the machine would wait for the last suite of each. */
const script = 'test:all';

interface Report {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

const root = join(import.meta.dirname, '..');

/** The suites of the long tier that this commit does not run, as paths from the root. */
export function suitesLeftOut(): string[] {
  const long = globSync('{libs,services,tools,console,test}/**/*.long.test.ts', {
    cwd: root,
    exclude: ['**/node_modules'],
  }).toSorted();
  const drawn = new Set(sampled(long, drawnShare));
  return long.filter((each) => !drawn.has(each));
}

/** @param leftOut suites that are not run. */
export async function runAllSuites(run: RunSuites, leftOut: readonly string[] = []): Promise<Report> {
  const suites = await run(
    leftOut.map((each) => `--testPathIgnorePatterns=/${each.replaceAll('.', '\\.')}$`),
  );
  if (!suites) return { passed: false, lines: [`Failed: npm run ${script} ended without results`] };
  const { failed = [], passed: final = [] } = Object.groupBy(suites, ({ status }) =>
    status === 'failed' ? 'failed' : 'passed',
  );
  const lines: string[] = [];
  for (const suite of failed) {
    const [repeated] = (await run(['--runTestsByPath', suite.name])) ?? [];
    const isFlaky = repeated?.status === 'passed';
    final.push(repeated ?? suite);
    lines.push(
      isFlaky
        ? `Flaky: ${shortName(suite)} failed, and passed when it was repeated${seedsOf(suite)}`
        : `Failed: ${shortName(suite)}, also when it was repeated${seedsOf(suite)}`,
    );
  }
  const passed = lines.every((line) => line.startsWith('Flaky'));
  const others = leftOut.map((each) => `Left to other commits, and to npm run test:long: ${each}`);
  return { passed, lines: [...lines, ...others, `Samples: TEST_SEED=${testSeed()}`, totals(final)] };
}

const shortName = ({ name }: SuiteResult) => relative(root, name);

/** The seeds that fast-check names in its failures. */
function seedsOf({ message }: SuiteResult): string {
  const seeds = new Set([...message.matchAll(/\bseed: (-?\d+)/g)].map(([, seed]) => seed));
  return seeds.size > 0 ? ` (seed ${[...seeds].join(', ')})` : '';
}

function totals(suites: readonly SuiteResult[]): string {
  const statuses = suites.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status));
  const count = (status: string) => statuses.filter((each) => each === status).length;
  const passed = count('passed');
  const failed = count('failed');
  return `Tests: ${passed} passed, ${failed} failed, ${statuses.length - passed - failed} skipped, ${statuses.length} total`;
}

const runWithNpm: RunSuites = async (args) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-ci-'));
  const output = join(folder, 'results.json');
  try {
    const command = ['run', script, '--', ...args, '--json', `--outputFile=${output}`];
    await once(spawn('npm', command, { stdio: 'inherit' }), 'close');
    if (!existsSync(output)) return undefined;
    return (JSON.parse(readFileSync(output, 'utf8')) as { testResults: readonly SuiteResult[] }).testResults;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

if (import.meta.main) {
  const { passed, lines } = await runAllSuites(runWithNpm, suitesLeftOut());
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = passed ? 0 : 1;
}
