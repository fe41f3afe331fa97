// Suites run in plain Node: imports from @jest/globals resolve to the globals of the runner.
import { registerHooks } from 'node:module';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});

// The runner sends its settings only once to all workers, when the first one asks (jest-light-runner 0.8.2). A worker that does not listen yet
// would wait forever, so it gets them here as soon as it listens.
if (process.env.TINYPOOL_WORKER_ID) {
  let settings;
  process.on('message', (message) => {
    if (message?.type === 'jest-light-runner-worker-data') settings = message;
  });
  process.on('newListener', (event, listener) => {
    if (event === 'message' && settings) queueMicrotask(() => listener(settings));
  });
  await import('./platform-nkeys.mjs');
}
