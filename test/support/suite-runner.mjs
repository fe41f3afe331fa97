import { readFileSync } from 'node:fs';
import LightRunner from 'jest-light-runner/child-process';

/**
 * Runs the suites of `worldInCommon` one after the other in this process, which therefore keep its clock as it is, and all others beside them in
 * workers. Starting and warming the services of a world is most of what those suites cost, so one world serves them all.
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
    const { inCommon = [], alone = [] } = Object.groupBy(tests, ({ path }) =>
      readFileSync(path, 'utf8').includes('worldInCommon(') ? 'inCommon' : 'alone',
    );
    const ofCommon = this.#inCommon.runTests(inCommon, watcher, onStart, ...listeners).then(endWorlds);
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
}

async function endWorlds() {
  // One that did not come up has closed itself, and failed its suites.
  const worlds = await Promise.allSettled(Object.values(globalThis.worldsInCommon ?? {}));
  globalThis.worldsInCommon = undefined;
  for (const { value: world } of worlds) await world?.close();
  // No test runs in this process any more (`jest-globals.mjs`).
  globalThis.expect?.setState({ testPath: undefined, currentTestName: undefined });
}

export { SuiteRunner as default };
