import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { testSeed } from '@svc/testing/sized';
import { runAllSuites, suitesLeftOut, type RunSuites, type SuiteResult } from './ci.ts';

const root = join(import.meta.dirname, '..');
const samples = `Samples: TEST_SEED=${testSeed()}`;

function suite(name: string, outcomes: readonly string[], message = ''): SuiteResult {
  const status = outcomes.includes('failed') || outcomes.length === 0 ? 'failed' : 'passed';
  return {
    name: join(root, name),
    status,
    message,
    assertionResults: outcomes.map((outcome) => ({ status: outcome })),
  };
}

/** Answers the runs in order, and remembers their arguments. */
function runs(...results: (readonly SuiteResult[] | undefined)[]): { run: RunSuites; commands: string[] } {
  const commands: string[] = [];
  const run: RunSuites = async (args) => {
    commands.push(args.join(' '));
    return results[commands.length - 1];
  };
  return { run, commands };
}

test('the suites of all tiers run at once, and the closing lines have the seed of their samples and the number of tests', async () => {
  const { run, commands } = runs([
    suite('a.test.ts', ['passed', 'pending']),
    suite('b.long.test.ts', ['passed']),
  ]);
  expect(await runAllSuites(run)).toEqual({
    passed: true,
    lines: [samples, 'Tests: 2 passed, 0 failed, 1 skipped, 3 total'],
  });
  expect(commands).toEqual(['']);
});

test('a failed suite that passes when it is repeated on its own is flaky and does not fail the run', async () => {
  const failure = 'Property failed after 3 tests\n{ seed: -42, path: "2:0", endOnFailure: true }';
  const { run, commands } = runs(
    [suite('a.test.ts', ['passed']), suite('b.test.ts', ['passed', 'failed'], failure)],
    [suite('b.test.ts', ['passed', 'passed'])],
  );
  expect(await runAllSuites(run)).toEqual({
    passed: true,
    lines: [
      'Flaky: b.test.ts failed, and passed when it was repeated (seed -42)',
      samples,
      'Tests: 3 passed, 0 failed, 0 skipped, 3 total',
    ],
  });
  expect(commands.slice(1)).toEqual([`--runTestsByPath ${join(root, 'b.test.ts')}`]);
});

test('a suite that fails again, or cannot be loaded, fails the run', async () => {
  const broken = suite('c.long.test.ts', []);
  const { run } = runs([suite('b.test.ts', ['failed']), broken], [suite('b.test.ts', ['failed'])], [broken]);
  expect(await runAllSuites(run)).toEqual({
    passed: false,
    lines: [
      'Failed: b.test.ts, also when it was repeated',
      'Failed: c.long.test.ts, also when it was repeated',
      samples,
      'Tests: 0 passed, 1 failed, 0 skipped, 1 total',
    ],
  });
});

test('a run without results fails', async () => {
  const { run } = runs(undefined);
  expect(await runAllSuites(run)).toEqual({
    passed: false,
    lines: ['Failed: npm run test:all ended without results'],
  });
});

test('suites that are left out are not run, and the closing lines name them', async () => {
  const { run, commands } = runs([suite('a.test.ts', ['passed'])]);
  const { lines } = await runAllSuites(run, ['test/faults/b.long.test.ts']);
  expect(commands).toEqual([String.raw`--testPathIgnorePatterns=/test/faults/b\.long\.test\.ts$`]);
  expect(lines).toContain('Left to other commits, and to npm run test:long: test/faults/b.long.test.ts');
});

test('each commit leaves out other suites of the long tier, and ten commits none', () => {
  const seed = process.env['TEST_SEED'];
  const leftOutWith = (next: string) => {
    process.env['TEST_SEED'] = next;
    return suitesLeftOut();
  };
  try {
    const all = Array.from({ length: 10 }, (_, commit) => leftOutWith(`commit ${commit}`));
    expect(all[0]).toEqual(leftOutWith('commit 0'));
    expect(all[0]).not.toEqual(all[1]);
    expect(all[0]?.length).toBeGreaterThan(10);
    expect(all.reduce((common, each) => common.filter((name) => each.includes(name)))).toEqual([]);
  } finally {
    if (seed === undefined) delete process.env['TEST_SEED'];
    else process.env['TEST_SEED'] = seed;
  }
});
