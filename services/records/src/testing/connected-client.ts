import type { Actor, Fields } from '@svc/contracts';
import { recordClient } from './record-client.ts';
import { overseer, type RecordsHarness } from './records-harness.ts';

/** A user who may do everything with the post types of the connected extension. */
export const connector = (userId: number): Actor => overseer(userId, 'people', 'teams', 'contacts');

/** What tests of connections do, in short form. */
export function connectedClient(harness: RecordsHarness) {
  const client = recordClient(harness);
  const create = (postType: string, fields: Fields, caller = connector(3)) =>
    client.create(fields, caller, postType);
  const update = (postType: string, id: number, fields: Fields, caller = connector(3)) =>
    client.update(id, fields, caller, postType);
  const get = (postType: string, id: number, caller = connector(3)) => client.get(id, caller, postType);
  return { create, update, get };
}

/** Writes that connect and disconnect records. */
export { values as connect, removing as disconnect } from './record-client.ts';

/** The ids in a connection field that was read. */
export const idsIn = (field: unknown) => (field as { ID: number }[]).map(({ ID }) => ID);
