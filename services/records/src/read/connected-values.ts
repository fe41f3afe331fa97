import type { Fields, FieldOption } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { ReadDeps } from './read-deps.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordState } from '../model/stored-value.ts';

/** Connection field → record id → the values shown of that record under `data`. */
export type ConnectedData = ReadonlyMap<string, ReadonlyMap<number, Fields>>;

type ConnectedValueReaders = PostType['connectedValues'][string];

/**
 * The values of connected records in the get shape of a type (docs/reading-a-record.md#what-a-field-reads), of records that the caller may
 * view: one query per field.
 */
export async function connectedValues(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'postTypes' | 'hooks'>,
  postType: PostType,
  state: RecordState,
): Promise<ConnectedData> {
  const found = Object.entries(postType.connectedValues).map(async ([key, wanted]) => {
    const field = postType.fields.get(key);
    const ids = (state.connected[key] ?? []).map(({ id }) => id);
    const target = field && deps.postTypes.find(field.definition.post_type ?? '');
    const isAsked = target && ids.length > 0;
    return [key, isAsked ? await dataOf(call, deps, { target, ids, wanted }) : new Map()] as const;
  });
  return new Map(await Promise.all(found));
}

/** Adds the values of connected records to the items of connection fields. */
export function withConnectedData(shape: Fields, connected: ConnectedData | undefined): Fields {
  if (!connected || connected.size === 0) return shape;
  const changed = [...connected].map(([key, data]) => {
    const items = (shape[key] ?? []) as readonly { readonly ID: number }[];
    return [key, items.map((item) => ({ ...item, data: data.get(item.ID) ?? {} }))] as const;
  });
  return { ...shape, ...Object.fromEntries(changed) };
}

async function dataOf(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'hooks'>,
  { target, ids, wanted }: { target: PostType; ids: readonly number[]; wanted: ConnectedValueReaders },
): Promise<ReadonlyMap<number, Fields>> {
  const fields = Object.entries(wanted).flatMap(([key, options]) => {
    const field = target.fields.get(key);
    return field ? [{ field, options }] : [];
  });
  const paths = Object.fromEntries(fields.map(({ field }) => [`fields.${field.key}`, 1]));
  const access = accessTo(call, deps, target, 'view');
  const records = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.records
      .find({ _id: { $in: ids }, ...access.filter }, { ...paths, ...access.paths })
      .maxTimeMS(maxTimeMS)
      .lean<Pick<RecordDocument, '_id' | 'fields'>[]>(),
  );
  const data = (await access.among(records)).map((record): readonly [number, Fields] => [
    record._id,
    Object.fromEntries(
      fields.map(({ field, options }) => [
        field.key,
        shownOptions(record.fields?.[field.key], field, options),
      ]),
    ),
  ]);
  return new Map(data);
}

/** The definition of the option that a value holds; of a value with several options, those of the listed ones. */
function shownOptions(
  stored: unknown,
  field: Field,
  shown: ConnectedValueReaders[string],
): FieldOption | readonly FieldOption[] | undefined {
  const definition = (key: unknown) =>
    typeof key === 'string' ? (field.options.get(key) ?? { label: key }) : undefined;
  if (shown === true) return definition(stored);
  const held: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return held.filter((key) => shown.includes(String(key))).flatMap((key) => definition(key) ?? []);
}
