import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  addComments,
  operationSubject,
  recordsRequestAccess,
  shareMentioned,
  usersActor,
  usersDisplay,
  type Actor,
  type CommentAuthor,
  type InputOf,
} from '@svc/contracts';
import { commandsFor, userActor } from '@svc/testing';
import type { z } from 'zod';
import { recordClient } from './testing/record-client.ts';
import { harnessOfSuite, multiplier, siteLink } from './testing/records-harness.ts';
import { sharingClient } from './testing/sharing-client.ts';

const harness = harnessOfSuite();
let comments: Awaited<ReturnType<typeof commandsFor<z.infer<typeof addComments.input>, { ids: string[] }>>>;
let before = 0;
const { create, remove } = recordClient(harness);
const { storedShares, entityEvents, signedNotes } = sharingClient(harness);

beforeAll(async () => {
  comments = await commandsFor(harness.harness, addComments, { ids: ['77'] });
  await harness.harness.standIn(usersActor, ({ user_id: id }) => ({ actor: multiplier(id) }));
});

beforeEach(() => {
  before = comments.inputs.length;
});

const otto = multiplier(4);

const request = (
  id: number,
  caller: Actor = otto,
  more: Partial<InputOf<typeof recordsRequestAccess>> = {},
) => harness.ask(recordsRequestAccess, { post_type: 'contacts', id, ...more }, caller);
const said = () => comments.inputs.slice(before);

describe('a request for access', () => {
  test('mentions the assignee in a comment on the record, written as the caller', async () => {
    const { ID: id } = await create({ name: 'Closed', assigned_to: 5 });
    const stored = await harness.stored(id);
    expect(await request(id)).toBe('77');
    const text = '@[User 5](5) The author of this comment requests access to this record.';
    const author = { kind: 'user', user_id: 4, display_name: 'User 4', email: otto.email };
    const comments = [{ text, type: 'access_request', author, silent: false }];
    const audience = { following: [3, 5], assigned_to: 5 };
    expect(said()).toMatchObject([
      { post_type: 'contacts', record_id: id, record_name: 'Closed', audience, comments },
    ]);
    expect(await harness.stored(id)).toEqual(stored);
  });

  test('mentions the creator when the record has no assignee', async () => {
    const { ID: id } = await create({ name: 'Closed', type: 'personal' });
    await request(id);
    expect(said()[0]?.comments[0]?.text).toMatch(/^@\[User 3\]\(3\) /);
  });

  test('contains nothing of the name of the caller', async () => {
    const { ID: id } = await create({ name: 'Closed' });
    await request(id, userActor(4, '@[Otto](9) <b>', ['access_contacts']));
    expect(said()[0]?.comments[0]?.text).toBe(
      '@[User 3](3) The author of this comment requests access to this record.',
    );
  });

  test('has the same answer for a missing record or another type, and the comment is discarded', async () => {
    const { ID: gone } = await create({ name: 'Gone' });
    await remove(gone);
    const { ID: other } = await create({ name: 'Closed' });
    for (const [id, postType] of [
      [999_999, 'contacts'],
      [gone, 'contacts'],
      [other, 'groups'],
    ] as const) {
      expect(await request(id, otto, { post_type: postType })).toBe('77');
      const comments = [{ text: expect.not.stringContaining('@') }];
      expect(said().at(-1)).toMatchObject({ record_id: id, discarded: true, comments });
    }
  });

  test('costs the same queries and calls whether or not the record exists', async () => {
    const asked: number[] = [];
    harness.harness.bus.subscribe(operationSubject(usersDisplay), {
      callback: (_error, message) => asked.push(message.json<{ user_ids: number[] }>().user_ids.length),
    });
    await harness.harness.bus.flush();
    const [there = 0] = await harness.seed('contacts', 1);
    const costOf = async (id: number) => {
      const from = asked.length;
      const profiled = await harness.profiled(() => request(id, multiplier(7)));
      await harness.harness.bus.flush();
      const queries = profiled.filter(
        ({ op, ns }) => op === 'query' && /\.(records|edges|private_values|idempotency)$/.test(ns),
      );
      return { queries: queries.map(({ ns }) => ns).toSorted(), asked: asked.slice(from) };
    };
    const forbidden = await costOf(there);
    expect(forbidden.asked).toEqual([1]);
    expect(await costOf(987_654)).toEqual(forbidden);
    // Who was asked for once is not remembered for the next.
    const [other = 0] = await harness.seed('contacts', 1);
    expect(await costOf(other)).toEqual(forbidden);
  });

  test('is sent once a day for each user, with and without an idempotency key', async () => {
    const { ID: id } = await create({ name: 'Closed' });
    const input = { post_type: 'contacts', id };
    for (const key of ['ask-once', 'ask-once', 'ask-twice', undefined])
      expect(await harness.ask(recordsRequestAccess, input, otto, key)).toBe('77');
    expect(said()).toHaveLength(1);
    await request(id, multiplier(5));
    expect(said()).toHaveLength(2);
  });

  test.each<[string, Actor]>([
    ['a user who cannot access the type', userActor(4, 'Otto', ['access_groups'])],
    ['a site link', siteLink('Link', ['access_contacts'])],
  ])('is refused to %s', async (_who, caller) => {
    const { ID: id } = await create({ name: 'Closed' });
    const message = 'You do not have access to these contacts';
    const refusal = { code: 'request_record_access', message, status: 403 };
    await expect(request(id, caller)).rejects.toMatchObject(refusal);
    expect(said()).toEqual([]);
  });
});

describe('a comment', () => {
  const author: CommentAuthor = { kind: 'user', user_id: 3, display_name: 'User 3', email: 'u3@x.test' };

  function mention(id: number, userIds: number[], more: { author?: CommentAuthor; post_type?: string } = {}) {
    const input = { post_type: 'contacts', record_id: id, user_ids: userIds, author, ...more };
    return harness.harness.command(shareMentioned, input, 'comments');
  }

  test('shares the record with mentioned users in silent events, and notes it in the history', async () => {
    const { ID: id } = await create({ name: 'Discussed' });
    expect(await mention(id, [4, 5])).toEqual({ shared_with: [4, 5] });
    expect(await harness.stored(id)).toMatchObject({ sharedWith: [3, 4, 5], version: 2 });
    expect(await storedShares(id)).toEqual([3, 4, 5]);
    const told = ['User 3: Shared with User 4', 'User 3: Shared with User 5'];
    expect(await signedNotes(id)).toEqual(expect.arrayContaining(told));
    const events = await entityEvents('share', id, 3);
    expect(events.map(({ silent }) => silent)).toEqual([true, true, true]);
  });

  test.each<[string, number[], Parameters<typeof mention>[2]]>([
    ['who has it already, does not exist, or cannot access contacts', [3, 4711, 95], {}],
    ['by a user who cannot update the record', [4], { author: { ...author, user_id: 6 } }],
    ['by a site link', [4], { author: { ...author, kind: 'site_link', user_id: 0 } }],
    ['on a record of another type', [4], { post_type: 'groups' }],
  ])('does not share the record with a user mentioned %s', async (_how, userIds, more) => {
    const { ID: id } = await create({ name: 'Discussed' });
    await mention(id, userIds, more);
    expect(await harness.stored(id)).toMatchObject({ sharedWith: [3], version: 1 });
  });
});
