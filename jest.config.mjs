/** ESM throughout: jose 6 and the Meilisearch client ship ES modules only. */
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2024', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  testMatch: ['<rootDir>/{libs,services,tools,test}/**/*.test.ts'],
  // Suites mostly wait for the servers they start, so three share two cores well.
  maxWorkers: 3,
  workerIdleMemoryLimit: '1GB',
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
