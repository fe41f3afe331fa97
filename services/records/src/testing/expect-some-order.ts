import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';

/** Requests that were sent at once, and what came of them. */
interface SentAtOnce<Step> {
  /** The orders in which they may have been carried out, the likeliest first. */
  readonly orders: readonly (readonly Step[])[];
  /** What they were answered, and what is read after them. */
  readonly outcome: unknown;
  /** The same where they are sent one after the other to a copy of the records as they were before. */
  replay(order: readonly Step[]): Promise<unknown>;
}

/** Requests at once come to what some order of them comes to. */
export async function expectSomeOrder<Step>({ orders, outcome, replay }: SentAtOnce<Step>): Promise<void> {
  let first: unknown;
  for (const order of orders) {
    const replayed = await replay(order);
    if (isDeepStrictEqual(replayed, outcome)) return;
    first ??= replayed;
  }
  // No order explains it: the difference to the first one tells most.
  expect({ order: orders[0], outcome }).toEqual({ order: orders[0], outcome: first });
}

/** The same values in every order. */
export function permutations<Value>(values: readonly Value[]): Value[][] {
  if (values.length <= 1) return [[...values]];
  return values.flatMap((value, place) =>
    permutations(values.filter((_other, index) => index !== place)).map((rest) => [value, ...rest]),
  );
}
