import {
  can,
  type InputOf,
  type OutputOf,
  recordsSplitBy,
  msg,
  type Message,
  ServiceError,
} from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import type { FieldBuckets } from '../../model/field-type/query.ts';
import type { Field } from '../../model/field.ts';
import { askedList } from '../../lists/asked-list.ts';
import { inTurn } from '../../lists/find-page.ts';
import { planOf } from '../../lists/plan/plan-of.ts';
import { resolveKey, type PostType } from '../../model/post-type.ts';
import { readContext } from '../../read/read-context.ts';
import { storageOf } from '../../model/stored-value.ts';
import { countBuckets, type Bucket } from '../../lists/aggregations/count-buckets.ts';

type SplitCall = Call<InputOf<typeof recordsSplitBy>>;
type SplitList = OutputOf<typeof recordsSplitBy>;

const unset: { readonly value: string; readonly label: Message } = { value: 'NULL', label: 'None Set' };

/** The number of records in a list for each of the most frequent values of a field (docs/guides/picking.md#splitting-a-list). */
export const splitBy = defineHandler(recordsSplitBy, async (call: SplitCall, deps: ListDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  if (!can(call.actor, `access_${postType.key}`))
    throw new ServiceError('split_by', 'You do not have access to these', { status: 403 });
  const { field, buckets } = splitField(call.input.field_id ?? '', postType);
  const { filters = {}, dialect } = call.input;
  const query = Array.isArray(filters) ? {} : filters;
  const planned = await askedList(call, deps, postType, { query, dialect });
  const counted = await inTurn(call, deps, async (maxTimeMS) => {
    const plan = await planOf(call, deps, planned);
    return countBuckets(call, deps, { plan, field, maxTimeMS });
  });
  return show(call, deps, { field, buckets, counted });
});

function splitField(key: string, postType: PostType): { field: Field; buckets: FieldBuckets } {
  if (key === '') throw refused('Empty field id detected', key);
  const field = postType.fields.get(resolveKey(postType, key));
  if (!field) throw refused('One or more fields do not exist', key);
  const buckets = field.type.query?.buckets;
  const isMoment = storageOf(field) === 'top-level' && field.key !== 'name';
  if (!buckets || isMoment) throw refused(msg`you cannot split by ${field.type.name} fields`, key);
  return { field, buckets };
}

async function show(
  call: SplitCall,
  deps: ListDeps,
  { field, buckets, counted }: { field: Field; buckets: FieldBuckets; counted: readonly Bucket[] },
): Promise<SplitList> {
  const named = counted.flatMap(({ value }) => (value === undefined ? [] : (buckets.names?.(value) ?? [])));
  const context = await readContext(call, deps, {
    people: named.flatMap(({ people = [] }) => people),
    records: named.flatMap(({ records = [] }) => records),
    places: named.flatMap(({ places = [] }) => places),
  });
  return counted.map(({ value: held, count }) => {
    const { value, label } = held === undefined ? unset : buckets.show(held, field, context);
    return { value, label: deps.translate(label), count: String(count) };
  });
}

function refused(message: Message, key: string): ServiceError {
  return new ServiceError('split_by', message, { status: 400, data: { key } });
}
