import { expect } from '@jest/globals';
import { until } from '@svc/testing';

/** The answers to one question, asked so often that every instance has been asked. */
export const answersOfAll = <Answer>(ask: () => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: 12 }, ask));

/** Every instance answers so before long. */
export const everywhere = <Answer>(ask: () => Promise<Answer>, expected: Answer): Promise<void> =>
  until(async () => {
    for (const answer of await answersOfAll(ask)) expect(answer).toEqual(expected);
  });
