import { readFileSync } from 'node:fs';
import LightRunner from 'jest-light-runner/child-process';

/** The call with which a suite takes what it shares with others: suites with the same call share the same thing. */
const sharing = /\b(?:worldInCommon|consoleInBrowser)\((?:'\w+')?\)/;

/**
 * Runs the suites that share a world or an `npm start` one after the other in this process, which therefore keep its clock as it is, and all
 * others beside them in workers. Starting and warming the services is most of what those suites cost, so one start serves all of them.
 */
class SuiteRunner extends LightRunner {
  #workers;
  #inCommon;

  constructor(globalConfig, ...others) {
    super(globalConfig, ...others);
    this.#workers = globalConfig.maxWorkers;
    this.#inCommon = new LightRunner({ ...globalConfig, maxWorkers: 1 }, ...others);
  }

  async runTests(tests, watcher, onStart, ...listeners) {
    const groups = Map.groupBy(tests, ({ path }) => sharing.exec(readFileSync(path, 'utf8'))?.[0]);
    const alone = groups.get(undefined) ?? [];
    groups.delete(undefined);
    const ofCommon = this.#runInCommon([...groups.values()], [watcher, onStart, ...listeners]);
    if (this.#workers === 1) await ofCommon;
    let started = 0;
    // One worker begins when the suites in common are over, so that no more suites than workers run at a time.
    const onStartAlone = async (test) => {
      started += 1;
      if (started === this.#workers) await ofCommon;
      return onStart(test);
    };
    await Promise.all([ofCommon, super.runTests(alone, watcher, onStartAlone, ...listeners)]);
  }

  /** Ends what a group shares before the next group begins: idle services take processor time, too. */
  async #runInCommon(groups, listeners) {
    for (const tests of groups) {
      await this.#inCommon.runTests(tests, ...listeners);
      await endShared();
    }
  }
}

async function endShared() {
  // One that did not come up has closed itself, and failed its suites.
  const shared = await Promise.allSettled(globalThis.sharedThings?.values() ?? []);
  globalThis.sharedThings = undefined;
  for (const { value } of shared) await value?.close();
  // No test runs in this process now (`jest-globals.mjs`).
  globalThis.expect?.setState({ testPath: undefined, currentTestName: undefined });
}

export { SuiteRunner as default };
