// Suites run in bare Node: what they import from @jest/globals are the globals of the runner.
import { registerHooks } from 'node:module';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});

// The runner answers the first worker that asks for its settings to all of them, also to one that does not listen yet, and never again
// (jest-light-runner 0.8.2): that one would wait for ever. It gets them when it listens.
if (process.env.TINYPOOL_WORKER_ID) {
  let settings;
  process.on('message', (message) => {
    if (message?.type === 'jest-light-runner-worker-data') settings = message;
  });
  process.on('newListener', (event, listener) => {
    if (event === 'message' && settings) queueMicrotask(() => listener(settings));
  });
}
