import { randomUUID } from 'node:crypto';
import {
  recordsCreate,
  recordsGet,
  recordsUpdate,
  ServiceError,
  type Actor,
  type Fields,
} from '@svc/contracts';
import { overseer, type RecordsHarness } from './records-harness.ts';

/** A user who may do everything with the post types of the connected extension. */
export const connector = (userId: number): Actor => overseer(userId, 'people', 'teams', 'contacts');

type Record = Fields & { ID: number };

/** What tests of connections do, in short form. With `repeats` writes are repeated as patient clients repeat them. */
export function connectedClient(harness: RecordsHarness, { repeats = 0 } = {}) {
  const create = (postType: string, fields: Fields, caller = connector(3)): Promise<Record> => {
    const input = { post_type: postType, fields, silent: true };
    return repeated(repeats, (key) => harness.ask(recordsCreate, input, caller, key));
  };
  const update = (postType: string, id: number, fields: Fields, caller = connector(3)) => {
    const input = { post_type: postType, id, fields, silent: true };
    return repeated(repeats, (key) => harness.ask(recordsUpdate, input, caller, key)) as Promise<Record>;
  };
  const get = (postType: string, id: number, caller = connector(3)): Promise<Record> =>
    harness.ask(recordsGet, { post_type: postType, id }, caller);
  return { create, update, get };
}

/** Many writers of one record on a busy machine may have to wait longer than a request does. */
async function repeated<Answer>(most: number, write: (key: string) => Promise<Answer>): Promise<Answer> {
  const key = randomUUID();
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await write(key);
    } catch (error) {
      const isUnavailable = error instanceof ServiceError && error.status === 503;
      if (!isUnavailable || repeats === most) throw error;
    }
  }
}

/** Writes that connect and disconnect records. */
export { values as connect, removing as disconnect } from './record-client.ts';

/** The ids in a connection field that was read. */
export const idsIn = (field: unknown) => (field as { ID: number }[]).map(({ ID }) => ID);
