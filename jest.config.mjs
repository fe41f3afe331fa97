/** The suites that have long property, fault and volume tests: what `npm run test:full` runs. */
const longSuites = [
  'test/faults/*.test.ts',
  'test/api/access-matrix.test.ts',
  'test/security/{duplicates,fuzz}.test.ts',
  'services/records/src/list/{list-order,list-paging,list-query.model,list-shapes}.test.ts',
  'services/records/src/merging/merge.model.test.ts',
  'services/records/src/service.{access,consistency,generations,history,model,outage}.test.ts',
  'services/records/src/service.{ready-items,refusals,totals,volume}.test.ts',
  'services/search/src/service.rebuilding.test.ts',
];

const allSuites = ['{libs,services,tools,test}/**/*.test.ts'];
const suites = process.env.TEST_SUITE === 'full' ? longSuites : allSuites;

/** ESM throughout: jose 6 and the Meilisearch client ship ES modules only. */
export default {
  globalSetup: '<rootDir>/test/support/provide-servers.ts',
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testMatch: suites.map((suite) => `<rootDir>/${suite}`),
  // A suite that starts servers keeps a core busy; the limit only ends what hangs.
  maxWorkers: 2,
  testTimeout: 300_000,
  workerIdleMemoryLimit: '1GB',
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
