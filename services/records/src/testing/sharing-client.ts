import { expect } from '@jest/globals';
import {
  recordsFollowing,
  recordsShare,
  recordsShares,
  recordsUnshare,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { readEvents, until } from '@svc/testing';
import { shareModel } from '../store/share-model.ts';
import { historyOf, mona } from './record-client.ts';
import type { RecordsHarness } from './records-harness.ts';

/** What tests do with shares, in short form. */
export function sharingClient(harness: RecordsHarness) {
  const share = (id: number, userId: unknown, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsShare, { post_type: postType, id, user_id: userId as number }, caller);

  const unshare = (id: number, userId: unknown, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsUnshare, { post_type: postType, id, user_id: userId as number }, caller);

  const shares = (id: number, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsShares, { post_type: postType, id }, caller);

  const following = (id: number, caller: Actor = mona, postType = 'contacts') =>
    harness.ask(recordsFollowing, { post_type: postType, id }, caller);

  /** The users of the shares that are stored for a record. */
  const storedShares = async (id: number) => {
    const stored = await shareModel(harness.documents.db).find({ recordId: id }).sort({ userId: 1 }).lean();
    return stored.map(({ userId }) => userId);
  };

  /** The events of an entity about a record once there are that many: verb, user, and whether they are told or what they wish. */
  const entityEvents = (entity: 'share' | 'follow', id: number, count: number): Promise<readonly Fields[]> =>
    until(async () => {
      const all = await readEvents(harness.harness.bus, `svc.events.${entity}.>`);
      const events = all
        .map(({ type, data }) => ({ type, ...(data[entity] as Record<string, unknown>) }))
        .filter((event: Fields) => event['record_id'] === id);
      expect(events).toHaveLength(count);
      return events;
    });

  /** What the history of a record says, and who has done it. */
  const signedNotes = async (id: number) => {
    const { activity } = await historyOf(harness, { post_type: 'contacts', id }, mona);
    return activity.map(({ name, object_note: note }) => `${name}: ${note}`);
  };

  return { share, unshare, shares, following, storedShares, entityEvents, signedNotes };
}
