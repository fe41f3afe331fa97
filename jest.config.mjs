/**
 * Tiers of suites by their suffix, which `tools/run-tests.mjs` chooses (docs/adr/0023-test-tiers.md): `.test.ts` uses the shared servers at most,
 * `.stack.test.ts` starts services or programs, `.long.test.ts` kills, races or enumerates. One with `.sized` has many cases, or compiles
 * the sources; it runs beside `.stack`, and with all its cases in the long tier. `all` is every suite once, with few cases.
 */
const all = `${import.meta.dirname}/{libs,services,tools,console,test}/**/*`;
const tiers = {
  fast: [`${all}.test.ts`, `!${all}.{stack,long,sized}.test.ts`],
  stack: [`${all}.test.ts`, `!${all}.long.test.ts`],
  long: [`${all}.long.test.ts`, `${all}.sized.test.ts`, `${all}.sized.stack.test.ts`],
  all: [`${all}.test.ts`],
};
const tier = process.env.TEST_TIER ?? 'stack';

export default {
  globalSetup: '<rootDir>/test/support/provide-servers.ts',
  globalTeardown: '<rootDir>/test/support/end-servers.ts',
  transform: {},
  // Runs suites in plain Node, which runs .ts files itself and loads each module once for all suites of a worker.
  runner: '<rootDir>/test/support/suite-runner.mjs',
  testMatch: tiers[tier],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Four suites, which often wait for timers, disks and processes, keep two cores busy; suites of the long tier wait less.
  maxWorkers: { long: 2, all: 3 }[tier] ?? 4,
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
