import type { Call } from '@svc/service-kit';
import { loadConnections, shownConnections } from '../connections/load-connections.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Field } from '../fields/index.ts';
import type { PostType } from '../post-types/post-type.ts';
import { privateValuesId } from '../store/private-values-model.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { ListedRecord, RecordDocument } from '../store/record-document.ts';
import { keepingOf, type RecordState } from './stored-value.ts';

type ReadCall = Pick<Call, 'actor' | 'deadline'>;
type Deps = Pick<RecordsDeps, 'edges' | 'privateValues'>;

/** Records as the caller reads these fields of them: two queries at most, whatever their number. */
export async function loadStates<Listed extends ListedRecord>(
  call: ReadCall,
  deps: Deps,
  wanted: { records: readonly Listed[]; fields: readonly Field[]; most: number },
): Promise<RecordState<Listed>[]> {
  const { records, fields } = wanted;
  const [connections, privately] = await Promise.all([
    loadConnections(call, deps, wanted),
    loadPrivately(call, deps, records, fields),
  ]);
  return records.map((record) => ({
    record,
    connected: connections.get(record._id) ?? {},
    privately: privately.get(record._id) ?? {},
  }));
}

/** One record as the caller reads all of it. */
export async function loadState(
  call: ReadCall,
  deps: Deps,
  postType: PostType,
  record: RecordDocument,
): Promise<RecordState<RecordDocument>> {
  const fields = [...postType.fields.values()];
  const wanted = { records: [record], fields, most: shownConnections.alone };
  const [state] = await loadStates(call, deps, wanted);
  return state as RecordState<RecordDocument>;
}

async function loadPrivately(
  { actor, deadline }: ReadCall,
  deps: Deps,
  records: readonly ListedRecord[],
  fields: readonly Field[],
): Promise<ReadonlyMap<number, Readonly<Record<string, unknown>>>> {
  const isAsked = records.length > 0 && fields.some((field) => keepingOf(field) === 'private');
  if (actor.userId === 0 || !isAsked) return new Map();
  const ids = records.map(({ _id }) => privateValuesId(_id, actor.userId));
  const kept = await readInTime(deadline, (maxTimeMS) =>
    deps.privateValues
      .find({ _id: { $in: ids } })
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  return new Map(kept.map(({ recordId, fields: values }) => [recordId, values]));
}
