/** The suites that kill, race, or try everything with everybody: only `npm run test:full` runs them. */
const longOnly = [
  'test/faults/*.test.ts',
  'test/backup/{backup,erasing}.test.ts',
  'test/api/{access-matrix,file-volume}.test.ts',
  'test/security/{duplicates,fuzz,texts}.test.ts',
  'test/moving-in/moving-in.test.ts',
  'tools/admin/src/moving-in/memory.test.ts',
  'tools/launcher/src/start.test.ts',
  'services/records/src/service.crowded.test.ts',
  'test/deploy/{installation,kustomize}.test.ts',
];

/** The property and volume tests, which `npm test` runs at a shorter length. */
const longToo = [
  'services/records/src/lists/{plan/list-order,list-paging,list-query.model,list-shapes}.test.ts',
  'services/records/src/merge/merge.model.test.ts',
  'services/records/src/service.{access,consistency,generations,history,model,outage}.test.ts',
  'services/records/src/service.{ready-items,refusals,totals,volume}.test.ts',
  'services/search/src/service.rebuilding.test.ts',
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
  // Bare Node: it runs the .ts files itself, and each module is loaded once for all suites of a worker.
  runner: 'jest-light-runner/child-process',
  testMatch: suites,
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  // Two cores are busy with three suites that wait for timers and disks now and then; those at full length wait less.
  maxWorkers: process.env.TEST_SUITE === 'full' ? 2 : 3,
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
