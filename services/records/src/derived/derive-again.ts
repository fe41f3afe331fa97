import { isDeepStrictEqual } from 'node:util';
import { systemActor } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';
import type { CommitCall, Write } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import { writeTo } from '../revision/record-writes.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordTextsDocument } from '../store/record-texts-model.ts';
import { derive, placesIn, underived, entriesWrite } from './derive.ts';
import type { Lineage } from '../model/places.ts';
import { textEntries } from '../model/record-texts.ts';

type Deps = Pick<ReadDeps, 'store' | 'records' | 'recordTexts' | 'postTypes' | 'places'>;

/** Records per transaction; also bounds the memory when all of them have the maximum size. */
const together = 100;

/**
 * Rebuilds the data by which lists find these records, writes it where it differs, and returns the number of records written. A record
 * that another request writes meanwhile is processed again. Versions stay the same: users see no change.
 */
export async function deriveAgain(
  call: Pick<CommitCall, 'deadline' | 'log'>,
  deps: Deps,
  ids: readonly number[],
): Promise<number> {
  let changed = 0;
  for (const part of inBatches(ids, together)) {
    changed += await deps.store.commit(
      { ...call, actor: systemActor('records'), claim: undefined },
      async () => {
        const writes = await writesFor(call, deps, part);
        return { writes: writes.flat(), answer: writes.length };
      },
    );
  }
  return changed;
}

/** The writes of each record whose derived data differs. */
async function writesFor(
  { deadline }: Pick<CommitCall, 'deadline'>,
  deps: Deps,
  ids: readonly number[],
): Promise<readonly (readonly Write[])[]> {
  const { maxTimeMS } = deadline;
  const among = { _id: { $in: [...ids] } };
  const [records, texts] = await Promise.all([
    deps.records.find(among).maxTimeMS(maxTimeMS).lean<RecordDocument[]>(),
    deps.recordTexts.find(among).maxTimeMS(maxTimeMS).lean<RecordTextsDocument[]>(),
  ]);
  const fieldsOf = (record: RecordDocument) =>
    deps.postTypes.withAllModules(record.postType)?.fields.values() ?? [];
  const places = records.flatMap((record) => placesIn(record, fieldsOf(record)));
  const lineage = await deps.places.lineages(deadline, places);
  const entries = new Map(texts.map(({ _id, entries: stored }) => [_id, stored]));
  return records
    .map((record) => recordWrites(deps, record, { lineage, entries: entries.get(record._id) }))
    .filter((writes) => writes.length > 0);
}

function recordWrites(
  deps: Deps,
  record: RecordDocument,
  { lineage, entries }: { lineage: Lineage; entries: readonly string[] | undefined },
): readonly Write[] {
  const postType = deps.postTypes.withAllModules(record.postType);
  if (!postType) return [];
  const made = derive(underived(record), { fields: postType.fields.values(), postType, lineage });
  const changes = differences(record, made);
  const isFound = made.searchText && isDeepStrictEqual(entries, textEntries(made.searchText));
  if (isFound && Object.keys(changes).length === 0) return [];
  // Where only entries differ, the version is checked too: the entries belong to this version.
  const update = { $set: { version: record.version, ...changes } };
  const filter = { _id: record._id, version: record.version };
  return [
    writeTo(deps, deps.records, { name: 'updateOne', filter, update, mustMatch: true }),
    ...(isFound ? [] : [entriesWrite(deps, made)]),
  ];
}

/** Terms have no order. */
function differences(record: RecordDocument, made: RecordDocument): Partial<RecordDocument> {
  const { sort, filterTerms = [], searchText } = made;
  const isSameTerms = isDeepStrictEqual(new Set(record.filterTerms), new Set(filterTerms));
  return {
    ...(isDeepStrictEqual(record.sort, sort) ? {} : { sort }),
    ...(isSameTerms ? {} : { filterTerms }),
    ...(isDeepStrictEqual(record.searchText, searchText) || !searchText ? {} : { searchText }),
  };
}
