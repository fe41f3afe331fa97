import { beforeAll } from '@jest/globals';
import { addComments } from '@svc/contracts';
import { commandsFor } from '@svc/testing';
import type { z } from 'zod';
import type { RecordsHarness } from './records-harness.ts';

/** Stands in for the comments service while a suite runs; returns the comments that it was asked to add to a record. */
export function addedComments(harness: RecordsHarness) {
  let inputs: readonly z.infer<typeof addComments.input>[] = [];
  beforeAll(async () => {
    ({ inputs } = await commandsFor(harness.harness, addComments, { ids: [] }));
  });
  return (id: number) =>
    inputs.filter(({ record_id: recordId }) => recordId === id).flatMap(({ comments }) => comments);
}
