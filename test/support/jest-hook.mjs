// Suites run in plain Node: imports from @jest/globals resolve to the globals of the runner.
import { flushCompileCache, registerHooks } from 'node:module';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;
/** A suite as the runner imports it: with the time, so that a second run of the same process loads it again. */
const timedSuite = /^(file:.+\.test\.ts)\?\d+$/;
const loadedSuites = new Set();

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals'
      ? { url: globals, shortCircuit: true }
      : next(withoutFirstTime(specifier), context),
});

/** The compile cache has a module by its whole URL, and would get a new one for each suite of each run. */
function withoutFirstTime(specifier) {
  const suite = timedSuite.exec(specifier)?.[1];
  if (!suite || loadedSuites.has(suite)) return specifier;
  loadedSuites.add(suite);
  return suite;
}

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

// The pool ends its workers with a signal, at which Node itself would not write the compile cache. Programs that a worker starts with this hook
// handle the signal themselves.
if (process.argv[1]?.endsWith('/tinypool/dist/entry/process.js')) {
  process.on('SIGTERM', () => {
    flushCompileCache();
    process.exit();
  });
}
