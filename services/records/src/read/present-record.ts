import type { RecordShape } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ReadContext, ReadNames } from '../model/read-context.ts';
import { connectionTotals } from './shown-connections.ts';
import type { ReadDeps } from './read-deps.ts';
import { type PostType, withAliases } from '../model/post-type.ts';
import type { ShownRecord } from '../model/record.ts';
import { withConnectedData, type ConnectedData, connectedValues } from './connected-values.ts';
import type { ReadField } from './field-plans.ts';
import { readContext } from './read-context.ts';
import { NamesOfValues } from './names-of-values.ts';
import { storedIn, type RecordState } from '../model/stored-value.ts';

/** The get shape of a record (docs/reading-a-record.md#what-a-field-reads), after the extensions' filters. */
export async function presentRecord(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord> & { readonly data?: ConnectedData },
): Promise<RecordShape> {
  const { record } = state;
  const plan = deps.fieldPlans.of(postType);
  const names = namesIn(state, plan.named);
  const people = [record.authorId, ...names.people];
  const context = await readContext(call, deps, { ...names, people });
  const postDate = deps.site.dateShape(Math.floor(record.createdAt.getTime() / 1000));
  const shape = {
    ...withConnectedData(readFields(state, plan.all, context), state.data),
    ...connectionTotals(state, plan.connections),
    ID: record._id,
    post_type: record.postType,
    permalink: `${deps.site.permalink(record.postType, record._id)}/`,
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
    const value = field.type.read(stored, field, ofRecord);
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

/** The answer of get, create and update (docs/reading-a-record.md): the get shape, with values of connected records. */
export async function presentAnswer(
  call: Pick<Call, 'ask' | 'actor' | 'deadline'>,
  deps: ReadDeps,
  postType: PostType,
  state: RecordState<ShownRecord>,
): Promise<RecordShape> {
  const data = await connectedValues(call, deps, postType, state);
  return presentRecord(call, deps, postType, { ...state, data });
}
