/** The suites that have long property, fault and volume tests: what `npm run test:full` runs. */
const longSuites = [
  'test/faults/*.test.ts',
  'test/api/access-matrix.test.ts',
  'test/security/{duplicates,fuzz}.test.ts',
  'services/records/src/lists/{plan/list-order,list-paging,list-query.model,list-shapes}.test.ts',
  'services/records/src/merge/merge.model.test.ts',
  'services/records/src/service.{access,consistency,generations,history,model,outage}.test.ts',
  'services/records/src/service.{ready-items,refusals,totals,volume}.test.ts',
  'services/search/src/service.rebuilding.test.ts',
];

const allSuites = ['{libs,services,tools,test}/**/*.test.ts'];
const suites = process.env.TEST_SUITE === 'full' ? longSuites : allSuites;

export default {
  globalSetup: '<rootDir>/test/support/provide-servers.ts',
  transform: {},
  // Bare Node: it runs the .ts files itself, and each module is loaded once for all suites of a worker.
  runner: 'jest-light-runner/child-process',
  testMatch: suites.map((suite) => `<rootDir>/${suite}`),
  // A suite that starts servers keeps a core busy; the limit only ends what hangs.
  maxWorkers: 2,
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
