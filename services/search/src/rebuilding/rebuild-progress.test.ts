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
  ['no index was built', undefined, true],
  ['the first build has begun', { progress: fillBeginning }, true],
  [
    'the first build is being exchanged',
    { progress: { ...fillBeginning, state: 'exchanging' as const } },
    true,
  ],
  ['only the removal of old entries is left', { progress: emptying }, false],
  ['the build has ended', { progress: emptying, endedAt }, false],
  ['the first build has failed', failed, true],
  ['a complete index is being rebuilt', { progress: rebuildBeginning }, false],
  [
    'a rebuild of a complete index has failed',
    { progress: rebuildBeginning, endedAt, failure: 'no room' },
    false,
  ],
  ['its entries have another form version', { progress: { ...rebuildBeginning, form: 0 }, endedAt }, true],
])('the completeness of an index is known when %s', (_when, last, expected) => {
  expect(isBeingFilled(last)).toBe(expected);
});

test.each([
  ['of a complete index', { progress: rebuildBeginning, endedAt }, rebuildBeginning],
  ['after a failed first build', failed, fillBeginning],
])('a requested rebuild records whether entries are missing: %s', (_when, last, expected) => {
  expect(beginningAfter(last)).toEqual(expected);
});

test('a rebuild of a newer form is taken by an older instance only when it is abandoned', async () => {
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
