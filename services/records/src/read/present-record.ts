import type { FieldOption, Fields, RecordShape } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { accessTo } from '../access/record-access.ts';
import type { Field } from '../model/field.ts';
import type { LinkedRecord } from '../model/linked-records.ts';
import type { ReadContext, ReadNames } from '../model/read-context.ts';
import { connectionTotals } from './shown-connections.ts';
import type { ReadDeps } from './read-deps.ts';
import { type PostType, withAliases } from '../model/post-type.ts';
import type { RecordDocument, ShownRecord } from '../model/record.ts';
import type { ReadField } from './read-plans.ts';
import { readContext, type NamesCall } from './read-context.ts';
import { NamesOfValues } from './names-of-values.ts';
import { storedIn, type RecordState } from '../model/stored-value.ts';
import { readLean } from '../store/read-with-deadline.ts';

/** Connection field → record id → the values shown of that record under `data`. */
type ConnectedData = ReadonlyMap<string, ReadonlyMap<number, Fields>>;

type ConnectedValueReaders = PostType['connectedValues'][string];

type PresentCall = NamesCall & Pick<Call, 'actor'>;

/** The get shape of a record (docs/guides/reading-a-record.md#fields-in-an-answer), after the extensions' filters. */
export async function presentRecord(
  call: PresentCall,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord> & { readonly data?: ConnectedData },
): Promise<RecordShape> {
  const context = await readContext(call, deps, namesOf(state, postType, deps));
  return shapeOf(call, deps, { postType, state, context });
}

/**
 * The get shape of a record in which connected records and places have no names, which cost look-ups: rules of the program's modules read
 * ids, options and values alone. The names of users are in memory, and decide whether a user is still there.
 */
export async function presentUnnamed(
  call: PresentCall,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord>,
): Promise<RecordShape> {
  const { people, records } = namesOf(state, postType, deps);
  const context = {
    people: await deps.people.names(call, people),
    records: new Map(records.map((id) => [id, unnamedRecord(id)])),
    places: new Map(),
    site: deps.site,
  };
  return shapeOf(call, deps, { postType, state, context });
}

const noTime = new Date(0);

function unnamedRecord(id: number): LinkedRecord {
  return { id, postType: '', name: '', createdAt: noTime, permalink: '', status: null };
}

function namesOf(state: RecordState<ShownRecord>, postType: PostType, deps: ReadDeps): ReadNames {
  const names = namesIn(state, deps.fieldPlans.of(postType).named);
  return { ...names, people: [state.record.authorId, ...names.people] };
}

interface Presented {
  readonly postType: PostType;
  readonly state: RecordState<ShownRecord> & { readonly data?: ConnectedData };
  readonly context: ReadContext;
}

async function shapeOf(
  call: PresentCall,
  deps: ReadDeps,
  { postType, state, context }: Presented,
): Promise<RecordShape> {
  const { record } = state;
  const plan = deps.fieldPlans.of(postType);
  const postDate = deps.site.dateShape(Math.floor(record.createdAt.getTime() / 1000));
  const shape = {
    ...withConnectedData(readFields(state, plan.all, context), state.data),
    ...connectionTotals(state, plan.connections),
    ID: record._id,
    post_type: record.postType,
    permalink: deps.site.permalink(record.postType, record._id),
    post_author: String(record.authorId),
    post_author_display_name: context.people.get(record.authorId)?.displayName ?? '',
    title: record.name,
    post_date: postDate,
    created_date: postDate,
  };
  return (await deps.hooks.filter(
    'svc_after_get_post_fields_filter',
    call,
    withAliases(postType, shape),
    postType.key,
  )) as RecordShape;
}

/** The read shapes of fields; empty shapes are left out. */
function readFields(
  state: RecordState,
  fields: readonly ReadField[],
  context: ReadContext,
): Record<string, unknown> {
  const ofRecord = { ...context, record: { id: state.record._id, postType: state.record.postType } };
  const shape: Record<string, unknown> = {};
  for (const { field, storage, showsUnset } of fields) {
    const stored = storedIn(state, field.key, storage);
    if (stored === undefined && !showsUnset) continue;
    const value = field.type.read.shape(stored, field, ofRecord);
    if (value !== undefined) shape[field.key] = value;
  }
  return shape;
}

/** The ids whose names the read shape of a record needs. */
function namesIn(state: RecordState, fields: readonly ReadField[]): ReadNames {
  const names = new NamesOfValues();
  for (const { field, storage } of fields) names.add(field, storedIn(state, field.key, storage));
  return names;
}

/** The answer of get, create and update (docs/guides/reading-a-record.md): the get shape, with values of connected records. */
export async function presentAnswer(
  call: PresentCall,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord>,
): Promise<RecordShape> {
  const data = await connectedValues(call, deps, postType, state);
  return presentRecord(call, deps, postType, { ...state, data });
}

/** The values of connected records that the caller may view: one query per field. */
async function connectedValues(
  call: PresentCall,
  deps: ReadDeps,
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

async function dataOf(
  call: PresentCall,
  deps: ReadDeps,
  { target, ids, wanted }: { target: PostType; ids: readonly number[]; wanted: ConnectedValueReaders },
): Promise<ReadonlyMap<number, Fields>> {
  const fields = Object.entries(wanted).flatMap(([key, options]) => {
    const field = target.fields.get(key);
    return field ? [{ field, options }] : [];
  });
  const paths = Object.fromEntries(fields.map(({ field }) => [`fields.${field.key}`, 1]));
  const access = accessTo(call, deps, target, 'view');
  const records = await readLean<Pick<RecordDocument, '_id' | 'fields'>[]>(
    call,
    deps.records.find({ _id: { $in: ids }, ...access.filter }, { ...paths, ...access.paths }),
  );
  const shapeOf = ({ fields: stored }: Partial<Pick<RecordDocument, 'fields'>>): Fields =>
    Object.fromEntries(
      fields.map(({ field, options }) => [field.key, shownOptions(stored?.[field.key], field, options)]),
    );
  return new Map((await access.among(records)).map((record) => [record._id, shapeOf(record)]));
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

/** Adds the values of connected records to the items of connection fields. */
function withConnectedData(shape: Fields, connected: ConnectedData = new Map()): Fields {
  const changed = [...connected].map(([key, data]) => {
    const items = (shape[key] ?? []) as readonly { readonly ID: number }[];
    return [key, items.map((item) => ({ ...item, data: data.get(item.ID) ?? {} }))] as const;
  });
  return { ...shape, ...Object.fromEntries(changed) };
}
