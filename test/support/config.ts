/** TEST_SUITE: `full` runs the long variants of tests (npm run test:full); anything else, or nothing, the short ones. */
export const isFullSuite = process.env['TEST_SUITE'] === 'full';
