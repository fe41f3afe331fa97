/** Suites that kill processes, race requests, or try every request as every role: only `npm run test:full` runs them. */
const longOnly = [
  'test/faults/*.test.ts',
  'test/backup/{backup,erasing}.test.ts',
  'test/api/{access-matrix,file-volume}.test.ts',
  'test/security/{duplicates,fuzz}.test.ts',
  'test/moving-in/moving-in.test.ts',
  'tools/admin/src/moving-in/memory.test.ts',
  'tools/launcher/src/start.test.ts',
  'services/records/src/service.crowded.test.ts',
  'test/deploy/{installation,kustomize}.test.ts',
];

/** Property and volume tests, which `npm test` runs with fewer cases. */
const longToo = [
  'services/records/src/lists/{plan/list-order,list-paging,list-query.model,list-shapes}.test.ts',
  'services/records/src/merge/merge.model.test.ts',
  'services/records/src/service.{access,consistency,generations,history,model,outage}.test.ts',
  'services/records/src/service.{ready-items,refusals,totals,volume}.test.ts',
  'services/search/src/service.rebuilding.test.ts',
  'test/security/{accounts,connections}.test.ts',
];

const here = import.meta.dirname;
const suites =
  process.env.TEST_SUITE === 'full'
    ? [...longOnly, ...longToo].map((suite) => `${here}/${suite}`)
    : [`${here}/{libs,services,tools,test}/**/*.test.ts`, ...longOnly.map((suite) => `!${here}/${suite}`)];

export default {
  globalSetup: '<rootDir>/test/support/provide-servers.ts',
  globalTeardown: '<rootDir>/test/support/end-servers.ts',
  transform: {},
  // Runs suites in plain Node, which runs .ts files itself and loads each module once for all suites of a worker.
  runner: '<rootDir>/test/support/suite-runner.mjs',
  testMatch: suites,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Four suites, which often wait for timers, disks and processes, keep two cores busy; suites of the full run wait less.
  maxWorkers: process.env.TEST_SUITE === 'full' ? 2 : 4,
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
