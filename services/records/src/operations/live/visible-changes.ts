import {
  readerRightsSchema,
  recordsVisibleChanges,
  ServiceError,
  systemActor,
  type Actor,
  type InputOf,
  type ReaderRights,
  type Subscription,
} from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { deliveriesTo, type Deliveries, type PlacedChange } from '../../live/deliveries.ts';
import { viewedPaths, viewOf, type ViewedRecord } from '../../live/view.ts';
import { visibleKeys } from '../../live/visible-keys.ts';
import { readLean } from '../../store/read-with-deadline.ts';

type Input = InputOf<typeof recordsVisibleChanges>;
type ChangesCall = Call<Input>;

/** Decides for a batch of changes and a batch of readers who sees which change. Readers with equal rights, user and subscription cost one decision. */
export const visibleChanges = defineHandler(recordsVisibleChanges, async (call, deps: ListDeps) => {
  const { changes } = call.input;
  const records = await currentRecords(call, deps);
  const seen = changes.map(() => new Set<number>());
  const left = changes.map(() => new Set<number>());
  const refused = new Map<number, string>();
  await Promise.all(
    groupsOf(call.input).map(async (group) => {
      const decided = await decide(call, deps, group, records);
      for (const { reader } of group) {
        if ('code' in decided) refused.set(reader, decided.code);
        else {
          for (const at of decided.seen) seen[at]?.add(reader);
          for (const at of decided.left) left[at]?.add(reader);
        }
      }
    }),
  );
  return {
    changes: changes.map(({ post_type: key, changed }, at) => ({
      seen: [...(seen[at] ?? [])],
      left: [...(left[at] ?? [])].filter((reader) => !seen[at]?.has(reader)),
      changed: visibleKeys(deps, key, changed),
    })),
    refused: [...refused].map(([reader, code]) => ({ reader, code })),
  };
});

/** One subscription of one reader: positions in the request. */
interface Subscriber {
  readonly reader: number;
  readonly rights: number;
  readonly userId: number;
  readonly subscription: number;
}

/** The subscribers for whom one decision is enough. */
function groupsOf({ readers }: Input): Subscriber[][] {
  const subscribers = readers.flatMap(({ rights, user_id: userId, subscriptions }, reader) =>
    subscriptions.map((subscription): Subscriber => ({ reader, rights, userId, subscription })),
  );
  const groups = Map.groupBy(
    subscribers,
    ({ rights, userId, subscription }) => `${rights}/${userId}/${subscription}`,
  );
  return [...groups.values()];
}

/** The changed records in their current state, whether or not readers may see them. */
async function currentRecords(
  call: ChangesCall,
  { records }: ListDeps,
): Promise<ReadonlyMap<number, ViewedRecord>> {
  const ids = [...new Set(call.input.changes.map(({ id }) => id))];
  const found = await readLean<ViewedRecord[]>(call, records.find({ _id: { $in: ids } }, viewedPaths));
  // A projection returns no `sharedWith` or `fields` for a record that has no values at its paths.
  return new Map(found.map((record) => [record._id, { ...record, ...withDefaults(record) }]));
}

function withDefaults({ sharedWith = [], fields = {} }: Partial<ViewedRecord>) {
  return { sharedWith, fields };
}

/** The deliveries to a group of subscribers, or the code of the error with which a list would refuse them. */
async function decide(
  call: ChangesCall,
  deps: ListDeps,
  [first]: readonly Subscriber[],
  records: ReadonlyMap<number, ViewedRecord>,
): Promise<Deliveries | { code: string }> {
  const { rights, userId, subscription: at } = first as Subscriber;
  const subscription = call.input.subscriptions[at] as Subscription;
  const actor = actorOf(readerRightsSchema.parse(call.input.rights[rights]), userId);
  const changes = call.input.changes.flatMap((change, place): PlacedChange[] =>
    isAbout(change, subscription) ? [{ ...change, at: place }] : [],
  );
  if (changes.length === 0) return { seen: [], left: [] };
  try {
    const view = await viewOf({ ...call, actor }, deps, subscription);
    return await deliveriesTo(userId, view, changes, records);
  } catch (error) {
    const refusal: ServiceError | undefined = error instanceof ServiceError ? error : undefined;
    if (!refusal || call.deadline.isOver) throw error;
    return { code: refusal.code };
  }
}

function actorOf(rights: ReaderRights, userId: number): Actor {
  return { ...systemActor(''), ...rights, userId };
}

function isAbout(change: Input['changes'][number], { post_type: postType, id }: Subscription): boolean {
  return change.post_type === postType && (id === undefined || change.id === id);
}
