import { expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import type { StoredJob } from '@svc/service-kit/store';
import { throwAwayStack } from '@svc/testing';
import {
  beginningAfter,
  deserted,
  fillBeginning,
  isBeingFilled,
  ofKnownForm,
  rebuildBeginning,
} from './rebuild-progress.ts';

const endedAt = new Date();
const emptying = { ...fillBeginning, state: 'emptying' as const };
const failed = { progress: fillBeginning, endedAt, failure: 'no room' };

test.each([
  ['nothing was ever built', undefined, true],
  ['it has just begun to be filled', { progress: fillBeginning }, true],
  ['it is nearly filled', { progress: { ...fillBeginning, state: 'exchanging' as const } }, true],
  ['it is filled, but for what is left to remove', { progress: emptying }, false],
  ['it was filled', { progress: emptying, endedAt }, false],
  ['filling it has failed', failed, true],
  ['it is rebuilt although it is whole', { progress: rebuildBeginning }, false],
  ['such a rebuild has failed', { progress: rebuildBeginning, endedAt, failure: 'no room' }, false],
  ['its entries have another form', { progress: { ...rebuildBeginning, form: 0 }, endedAt }, true],
])('an index is known to lack entries or not: when %s', (_when, last, expected) => {
  expect(isBeingFilled(last)).toBe(expected);
});

test.each([
  ['of an index that is whole', { progress: rebuildBeginning, endedAt }, rebuildBeginning],
  ['after one that has failed to fill it', failed, fillBeginning],
])('a rebuild that is asked for says whether entries are missing: %s', (_when, last, expected) => {
  expect(beginningAfter(last)).toEqual(expected);
});

test('a rebuild of a newer form is left to instances that know it, and taken when none is there any more', async () => {
  const stack = await throwAwayStack();
  const connection = await mongoose.createConnection(stack.mongodbUrl).asPromise();
  try {
    const jobs = connection.getClient().db('forms').collection<StoredJob>('jobs');
    const { form } = rebuildBeginning;
    const stored = (of: number, heldUntil: Date) => ({ progress: { form: of }, heldUntil }) as StoredJob;
    const long = new Date(Date.now() - deserted);
    await jobs.insertMany([
      { ...stored(form, new Date()), _id: 'of this form' },
      { ...stored(form + 1, new Date()), _id: 'of a newer one' },
      { ...stored(form + 1, long), _id: 'of a newer one, deserted' },
    ]);
    const taken = await jobs.find(ofKnownForm).sort({ _id: -1 }).toArray();
    expect(taken.map(({ _id }) => _id)).toEqual(['of this form', 'of a newer one, deserted']);
  } finally {
    await connection.close();
    await stack.stop();
  }
});
