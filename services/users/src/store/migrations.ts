import type { Migration } from '@svc/service-kit/store';
import { foldText, nicename } from '../model/names.ts';

const nicenames: Migration = {
  version: 1,
  name: "store the searchable form of each user's e-mail address",
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

interface Identified {
  readonly _id: string | number;
}

/** Collection → old path → new path. */
const renamed = {
  notifications: { 'comment.told': 'comment.original', 'comment.now': 'comment.current' },
  mails: { giveUpAt: 'retryUntil' },
  pushes: { giveUpAt: 'retryUntil' },
};

const clearNames: Migration = {
  version: 2,
  name: 'rename fields of notifications, deliveries and login networks',
  readableFrom: 2,
  async run(context) {
    const { db } = context;
    for (const [collection, names] of Object.entries(renamed)) {
      const stored = db.collection<Identified>(collection);
      await context.eachBatch<Identified>({ collection, projection: { _id: 1 } }, (batch) =>
        stored.updateMany({ _id: { $in: batch.map(({ _id }) => _id) } }, { $rename: names }),
      );
    }
    const isThere = await db.listCollections({ name: 'known_addresses' }).hasNext();
    if (isThere) await db.renameCollection('known_addresses', 'login_networks');
  },
};

/** The migrations of the users service, in order of their versions. */
export const usersMigrations: readonly Migration[] = [nicenames, clearNames];
