import { expect } from '@jest/globals';
import {
  recordsActivity,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsUpdate,
  systemActor,
  type ActivityPage,
  type Actor,
  type Fields,
  type InputOf,
  type ListQuery,
} from '@svc/contracts';
import { multiplier, type RecordsHarness } from './records-harness.ts';

/** The user who does what no other caller is named for. */
export const mona = multiplier(3);

/** A write that adds these values. */
export const values = (...added: unknown[]) => ({ values: added.map((value) => ({ value })) });

/** A write that removes these values. */
export const removing = (...removed: unknown[]) => ({
  values: removed.map((value) => ({ value, delete: true })),
});

/** A record as it is answered. */
type Item = Fields & { ID: number };

/** What tests do with records, in short form. */
export function recordClient(harness: RecordsHarness) {
  const create = (fields: Fields, caller: Actor = mona, postType = 'contacts'): Promise<Item> =>
    harness.ask(recordsCreate, { post_type: postType, fields, silent: false }, caller);

  const update = (id: number, fields: Fields, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsUpdate, { post_type: postType, id, fields, silent: false }, caller) as Promise<Item>;

  const get = (id: number, caller: Actor = mona, postType = 'contacts'): Promise<Item> =>
    harness.ask(recordsGet, { post_type: postType, id }, caller);

  /** A get that counts as a view. */
  const view = (id: number, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsGet, { post_type: postType, id, is_view: true }, caller);

  const remove = (id: number, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsDelete, { post_type: postType, id }, caller);

  const list = (query: ListQuery, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsList, { post_type: postType, query }, caller);

  const activityOf = (id: number, caller: Actor = mona, postType = 'contacts') =>
    historyOf(harness, { post_type: postType, id }, caller);

  /** What the history of a record says. */
  const notesOf = async (id: number, caller: Actor = mona, postType = 'contacts') =>
    (await activityOf(id, caller, postType)).activity.map(({ object_note: note }) => note);

  /** A create that is refused with this error, and leaves nothing. */
  const expectNotCreated = async (request: () => Promise<unknown>, error: Fields): Promise<void> => {
    const left = async () => [await harness.documents.countDocuments(), await harness.eventCount()];
    const before = await left();
    await expect(request()).rejects.toMatchObject(error);
    expect(await left()).toEqual(before);
  };

  /** A request about a record that is refused with this error, and changes nothing of it. */
  const expectRefused = async (id: number, request: () => Promise<unknown>, error: Fields): Promise<void> => {
    const before = await harness.stored(id);
    const history = async () => (await activityOf(id, systemActor('test'), before.postType)).total;
    const rows = await history();
    await expect(request()).rejects.toMatchObject(error);
    expect(await harness.stored(id)).toEqual(before);
    expect(await history()).toBe(rows);
    await harness.eventsOf(id, before.version);
  };

  return { create, update, get, view, remove, list, activityOf, notesOf, expectNotCreated, expectRefused };
}

/** A page of a record's history. */
export function historyOf(
  harness: RecordsHarness,
  input: InputOf<typeof recordsActivity>,
  caller: Actor,
): Promise<ActivityPage> {
  return harness.ask(recordsActivity, input, caller) as Promise<ActivityPage>;
}
