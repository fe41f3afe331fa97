// What suites import from @jest/globals (`jest-hook.mjs`): the runner's globals, once for all suites of a worker.
import { ModernFakeTimers } from '@jest/fake-timers';

export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;

const timers = new ModernFakeTimers({
  config: { fakeTimers: { enableGlobally: false } },
  global: globalThis,
});

/** The fake timers of the runner's own object know no options. */
export const jest = {
  ...globalThis.jest,
  useFakeTimers: (options) => timers.useFakeTimers(options),
  useRealTimers: () => timers.useRealTimers(),
  setSystemTime: (now) => timers.setSystemTime(now),
  advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
};

// Not those of fake timers.
const { setInterval, setTimeout } = globalThis;
const now = Date.now;

/** Milliseconds in which every test is over, also one of many records; the runner itself waits for ever. */
const longestTest = (process.env.CONTACTS ? 60 : 20) * 60_000;

let current;
let since = now();

setInterval(() => {
  const { testPath, currentTestName } = expect.getState();
  const running = testPath && `${testPath}: ${currentTestName ?? 'before its first test'}`;
  if (running !== current) {
    current = running;
    since = now();
  }
  if (running && now() - since > longestTest)
    giveUp(`${running}\nis not over after ${longestTest / 60_000} minutes`);
}, 10_000).unref();

/** Milliseconds in which somebody has to handle a promise that was rejected, as it is when several are begun and awaited in turns. */
const longestUnhandled = 5_000;
const unhandled = new Set();

process.on('rejectionHandled', (promise) => unhandled.delete(promise));
process.on('unhandledRejection', (reason, promise) => {
  unhandled.add(promise);
  const check = () => unhandled.has(promise) && giveUp(`nobody has handled ${reason?.stack ?? reason}`);
  setTimeout(check, longestUnhandled).unref();
});

/** A process that is gone fails the run. */
function giveUp(why) {
  process.stderr.write(`\n${why}; the process is ended\n`);
  process.exit(1);
}
