import type { Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { mostBuckets, type Bucket } from './bucket.ts';
import type { Split } from './count-buckets.ts';

type Deps = Pick<RecordsDeps, 'records' | 'privateValues'>;

interface Kept {
  readonly recordId: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The buckets of what the caller alone keeps in the records of a list. */
export async function countOwnBuckets(
  { actor }: Pick<Call, 'actor'>,
  deps: Deps,
  split: Split,
): Promise<readonly Bucket[]> {
  const { plan, field, maxTimeMS } = split;
  const path = `fields.${field.key}`;
  const own = { userId: actor.userId, postType: field.postType, [path]: { $exists: true } };
  const all = deps.records.countDocuments(plan.filter).setOptions({ maxTimeMS, ...hintOf(split) });
  const kept =
    actor.userId === 0
      ? []
      : await deps.privateValues
          .find(own, { recordId: 1, [path]: 1 })
          .maxTimeMS(maxTimeMS)
          .lean<Kept[]>();
  const ids = kept.map(({ recordId }) => recordId);
  const [total, listed] = await Promise.all([
    all,
    deps.records
      .find({ $and: [plan.filter, { _id: { $in: ids } }] }, { _id: 1 })
      .setOptions({ maxTimeMS, hint: { _id: 1 } })
      .lean(),
  ]);
  const isListed = new Set(listed.map(({ _id }) => _id));
  const values = kept
    .filter(({ recordId }) => isListed.has(recordId))
    .map(({ fields }) => valuesOf(fields[field.key], field.type.buckets?.at))
    .filter(({ length }) => length > 0);
  return fullest([...counted(values.flat()), { value: undefined, count: total - values.length }]);
}

function hintOf({ plan }: Split) {
  return plan.hint ? { hint: plan.hint } : {};
}

/** Each value once. */
function valuesOf(stored: unknown, at: string | undefined): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(stored) ? stored : [stored];
  const values = entries.map((entry) => (at === undefined ? entry : (entry as Record<string, unknown>)[at]));
  return [...new Set(values)].filter((value) => value !== undefined && value !== null && value !== '');
}

function counted(values: readonly unknown[]): Bucket[] {
  const counts = new Map<unknown, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => ({ value, count }));
}

function fullest(buckets: readonly Bucket[]): Bucket[] {
  const lower = (one: unknown, other: unknown) =>
    one === undefined || (other !== undefined && (one as number) < (other as number)) ? -1 : 1;
  return buckets
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count || lower(one.value, other.value))
    .slice(0, mostBuckets);
}
