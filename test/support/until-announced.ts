import { expect } from '@jest/globals';
import { until } from '@svc/testing';

/** Half of the milliseconds for which a gateway uses what it has looked up about a caller (`defaultLifetime` of its actor cache). */
const halfOfLifetime = 5_000;

/**
 * Repeats an assertion until it passes, soon after a change: long before what gateways have looked up expires, so that the change must have been
 * announced to them. It says nothing about the speed of this machine.
 */
export async function untilAnnounced(assertion: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  await until(assertion);
  expect(performance.now() - begun).toBeLessThan(halfOfLifetime);
}
