import { counted, msg, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { loadNamed } from '../connections/load-named.ts';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { ConnectionItem } from '../model/connection-item.ts';
import type { End } from '../model/edge.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { edgeBetween, endOf, endOfEdge } from '../model/side.ts';
import { itemOf } from '../read/load-connections.ts';
import { loadOrRefuse } from '../read/load-record.ts';
import { loadState } from '../read/load-states.ts';
import type { FieldChange } from '../revision/revision.ts';
import type { Collections } from '../store/collections.ts';
import { readLean } from '../store/read-with-deadline.ts';

export type MergedStates = Awaited<ReturnType<typeof loadBoth>>;

/**
 * The current state of the two records of a merge, of which `archiving` gets archived.
 * @throws ServiceError when the caller may not update both, or the duplicate cannot be archived.
 */
export async function loadBoth(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: DuplicateDeps,
  postType: PostType,
  ids: { primary: number; archiving: number },
) {
  const wanted = { postType: postType.key, action: 'update', byUser: true } as const;
  const load = (id: number) => loadOrRefuse(call, deps, { ...wanted, id });
  const primary = await load(ids.primary);
  const archiving = await load(ids.archiving);
  // A contact that represents a user cannot be archived: the user would be left without a contact.
  if (archiving.fields[postType.userField ?? ''])
    throw new ServiceError(
      'update_post',
      msg`The contact ${ids.archiving} represents a user; make it the primary record.`,
      { status: 400 },
    );
  return {
    primary: await loadState(call, deps, postType, primary),
    archiving: await loadState(call, deps, postType, archiving),
  };
}

/** A merge moves all connections in one transaction, and changes the record at the other end of each. */
const maxConnections = 1_000;

/** A connection of a record, and the end of it that the record is. */
export interface OwnConnection {
  readonly end: End;
  readonly item: ConnectionItem;
}

/**
 * All connections of a record, oldest first.
 * @throws ServiceError when there are more than a merge moves.
 */
export async function loadAllConnections(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  record: RecordDocument,
): Promise<OwnConnection[]> {
  const counted = Object.values(record.degrees ?? {}).reduce((sum, degree) => sum + degree, 0);
  if (counted > maxConnections) throw tooMany(record, counted);
  const { _id: id } = record;
  const edges = await readLean(
    call,
    deps.edges
      .find({ $or: [{ from: id }, { to: id }] })
      .sort({ createdAt: 1, position: 1 })
      .limit(maxConnections + 1),
  );
  if (edges.length > maxConnections) throw tooMany(record, edges.length);
  return edges.map((edge) => ({ end: endOfEdge(edge, record), item: itemOf(edge, id) }));
}

function tooMany({ _id: id }: RecordDocument, found: number): ServiceError {
  const message = msg`The record ${id} has ${counted(found)} connections; a merge moves at most ${maxConnections}. Make it the primary record, or remove some connections first.`;
  return new ServiceError('update_post', message, { status: 400 });
}

/** The existing connections of the primary record that the merge also moves to it or names in its values. */
export async function loadHeldConnections(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  record: RecordDocument,
  merge: { readonly moved: readonly OwnConnection[]; readonly values: readonly FieldChange[] },
): Promise<OwnConnection[]> {
  const { moved, values: changes } = merge;
  const [same, named] = await Promise.all([
    loadSame(call, deps, record, moved),
    loadNamed(call, deps, record, { changes, code: 'update_post' }),
  ]);
  const ofFields = changes.flatMap(({ field }) =>
    (named[field.key] ?? []).map((item) => ({ end: endOf(field), item })),
  );
  return [...same, ...ofFields];
}

async function loadSame(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  { _id: recordId }: RecordDocument,
  moved: readonly OwnConnection[],
): Promise<OwnConnection[]> {
  const ends = new Map(moved.map(({ end, item }) => [edgeBetween(end, recordId, item.id)._id, end]));
  if (ends.size === 0) return [];
  const edges = await readLean(call, deps.edges.find({ _id: { $in: [...ends.keys()] } }));
  return edges.flatMap((edge) => {
    const end = ends.get(edge._id);
    return end ? { end, item: itemOf(edge, recordId) } : [];
  });
}
