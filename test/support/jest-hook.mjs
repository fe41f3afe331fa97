// Suites run in bare Node: what they import from @jest/globals are the globals of the runner.
import { registerHooks } from 'node:module';

const globals = new URL('./jest-globals.mjs', import.meta.url).href;

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globals, shortCircuit: true } : next(specifier, context),
});
