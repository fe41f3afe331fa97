/**
 * Runs all tiers of tests in one run (`.ci/run`), then repeats each failed suite once on its own. A suite that passes then does not fail the run, but
 * is printed as flaky in the closing lines, with the seeds of its properties. The seed of the samples is the commit, or `TEST_SEED`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { testSeed } from '@svc/testing/sized';

/** A suite in the results that jest writes as JSON. */
export interface SuiteResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

/** Runs suites of all tiers with arguments of jest's; undefined when jest ended without results. */
export type RunSuites = (args: readonly string[]) => Promise<readonly SuiteResult[] | undefined>;

/** With the suites of a tier after each other, the machine would wait for the last suite of each. */
const script = 'test:all';

interface Report {
  readonly passed: boolean;
  readonly lines: readonly string[];
}

export async function runAllSuites(run: RunSuites): Promise<Report> {
  const suites = await run([]);
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
  return { passed, lines: [...lines, `Samples: TEST_SEED=${testSeed()}`, totals(final)] };
}

const shortName = ({ name }: SuiteResult) => relative(join(import.meta.dirname, '..'), name);

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
  const { passed, lines } = await runAllSuites(runWithNpm);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = passed ? 0 : 1;
}
