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
  // A suite that starts servers keeps a core busy; the limit only ends what hangs.
  maxWorkers: 2,
  testTimeout: 60_000,
  workerIdleMemoryLimit: '1GB',
  modulePathIgnorePatterns: ['<rootDir>/.local'],
};
