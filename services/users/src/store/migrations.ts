import type { Migration } from '@svc/service-kit';
import { foldText } from '../model/fold-text.ts';
import { nicename } from '../model/nicename.ts';

const nicenames: Migration = {
  version: 1,
  name: 'give users the name by which addresses are searched',
  readableFrom: 0,
  run: (context) =>
    context.eachBatch<{ _id: number; username: string }>(
      { collection: 'users', filter: { nicenameKey: { $exists: false } }, projection: { username: 1 } },
      (users) => {
        const updates = users.map(({ _id, username }) => ({
          updateOne: {
            filter: { _id, username },
            update: { $set: { nicenameKey: foldText(nicename(username)) } },
          },
        }));
        return context.db.collection<{ _id: number }>('users').bulkWrite(updates, { ordered: false });
      },
    ),
};

/** From what users were before they had versions. */
export const usersMigrations: readonly Migration[] = [nicenames];
