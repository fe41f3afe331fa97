import { isDeepStrictEqual } from 'node:util';
import type { Call } from '@svc/service-kit';
import type { Write } from '@svc/service-kit/store';
import { reconnect } from '../connections/reconnect.ts';
import type { EdgeDocument, End } from '../model/edge.ts';
import type { RecordDocument } from '../model/record.ts';
import { edgeBetween, endName, oppositeEnd } from '../model/side.ts';
import { nextVersion, withValue, type Revision } from '../revision/revision.ts';
import { writeTo } from '../revision/record-writes.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { commitRevisions } from '../write/commit-revisions.ts';
import { loadRecords } from '../write/revise-records.ts';
import type { ImportDeps } from './import-deps.ts';

/** A connection at the source, with the ids of this installation. */
interface WantedConnection {
  readonly end: End;
  readonly recordId: number;
  readonly otherId: number;
  readonly meta: Readonly<Record<string, string>> | undefined;
}

type ImportCall = Pick<Call, 'actor' | 'deadline' | 'log' | 'claim'>;

/** Makes the connections that are missing or have other meta, in one transaction, and returns their number. */
export async function connectImported(
  call: ImportCall,
  deps: ImportDeps,
  wanted: readonly WantedConnection[],
): Promise<number> {
  const once = [...new Map(wanted.map((each) => [idOf(each), each])).values()];
  if (once.length === 0) return 0;
  return deps.store.commit({ ...call, claim: undefined }, async () => {
    const edges = await readLean(call, deps.edges.find({ _id: { $in: once.map(idOf) } }));
    const held = new Map(edges.map((edge) => [edge._id, edge]));
    const touched = once.flatMap(({ recordId, otherId }) => [recordId, otherId]);
    const records = await loadRecords(call, deps, touched);
    const made = once.filter(
      (each) => records.has(each.recordId) && records.has(each.otherId) && isNew(each, held.get(idOf(each))),
    );
    const revisions = [...records.values()].flatMap((record) => revised(record, made, { held, deps }));
    const writes = made.map((each, position) => edgeWrite(deps, each, position));
    return {
      ...(await commitRevisions(call, deps, { revisions, writes, source: 'import' })),
      answer: made.length,
    };
  });
}

function idOf({ end, recordId, otherId }: WantedConnection): string {
  return edgeBetween(end, recordId, otherId)._id;
}

function isNew({ meta = {} }: WantedConnection, held: EdgeDocument | undefined): boolean {
  return !held || !isDeepStrictEqual({ ...held.meta }, { ...meta });
}

/** The next version of a record that these connections touch. Its modification date and its connection counters stay the same. */
function revised(
  record: RecordDocument,
  made: readonly WantedConnection[],
  { held, deps }: { held: ReadonlyMap<string, EdgeDocument>; deps: ImportDeps },
): Revision[] {
  const seen = made.flatMap((each) => seenFrom(record._id, each));
  if (seen.length === 0) return [];
  const postType = deps.postTypes.withAllModules(record.postType);
  const start = nextVersion(record, record.lastModified);
  const byEnd = Map.groupBy(seen, ({ end }) => endName(end));
  const connected = [...byEnd.values()].reduce((revision, ofEnd) => {
    const [{ end }] = ofEnd as [(typeof ofEnd)[number]];
    const before = ofEnd.flatMap(({ id, item }) => (held.has(id) ? [{ id: item.id }] : []));
    return reconnect(revision, { end, before, after: ofEnd.map(({ item }) => item) }, postType);
  }, start);
  return [withoutCounting(connected)];
}

function seenFrom(recordId: number, wanted: WantedConnection) {
  const { end, meta } = wanted;
  const described = meta && Object.keys(meta).length > 0 ? { meta } : {};
  const id = idOf(wanted);
  if (wanted.recordId === recordId) return [{ id, end, item: { id: wanted.otherId, ...described } }];
  if (wanted.otherId !== recordId) return [];
  return [{ id, end: oppositeEnd(end), item: { id: wanted.recordId, ...described } }];
}

function withoutCounting(revision: Revision): Revision {
  const counted = revision.changed.filter(({ field }) => field.type.storage !== 'edges');
  const restored = counted.reduce(
    (current, { field, before, after }) => withValue(current, { field, before: after, after: before }),
    revision,
  );
  return { ...restored, rows: [] };
}

function edgeWrite(deps: ImportDeps, wanted: WantedConnection, position: number): Write {
  const { _id, ...edge } = edgeBetween(wanted.end, wanted.recordId, wanted.otherId);
  const { meta = {} } = wanted;
  const described = Object.keys(meta).length > 0 ? { $set: { meta } } : { $unset: { meta: '' } };
  const update = { ...described, $setOnInsert: { ...edge, createdAt: new Date(), position } };
  return writeTo(deps, deps.edges, { name: 'updateOne', filter: { _id }, update, upsert: true });
}
