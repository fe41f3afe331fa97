import { type InputOf, type Message, type OutputOf, recordsAggregate } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import {
  aggregateList,
  type Group,
  type GroupValue,
  type Tally,
} from '../../lists/aggregations/aggregate-list.ts';
import {
  parseAggregation,
  type Aggregation,
  type GroupBy,
  type Measure,
} from '../../lists/aggregations/parse-aggregation.ts';
import { askedList, listedType } from '../../lists/asked-list.ts';
import { countListed, inTurn } from '../../lists/find-page.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { planOf } from '../../lists/plan/plan-of.ts';
import type { ReadContext } from '../../model/read-context.ts';
import { readContext } from '../../read/read-context.ts';

type AggregateCall = Call<InputOf<typeof recordsAggregate>>;
type ShownGroup = OutputOf<typeof recordsAggregate>['groups'][number];

/** Numbers about the records of a list, by groups of values (docs/guides/numbers.md). */
export const aggregate = defineHandler(recordsAggregate, async (call: AggregateCall, deps: ListDeps) => {
  const { filters = {}, dialect, ...sent } = call.input;
  const postType = listedType(call.actor, deps.postTypes, sent.post_type);
  const aggregation = parseAggregation(sent, postType);
  const query = Array.isArray(filters) ? {} : filters;
  const planned = await askedList(call, deps, postType, { query, dialect });
  const { timezone } = deps.site;
  const [{ groups, hasMore }, total] = await inTurn(call, deps, async (maxTimeMS) => {
    const plan = await planOf(call, deps, planned);
    return Promise.all([
      aggregateList(deps, { plan, aggregation, timezone, maxTimeMS }),
      countListed(deps, { ...planned, plan: () => plan }, maxTimeMS),
    ]);
  });
  const shown = await show(call, deps, aggregation, groups);
  return { groups: inOrder(shown, aggregation.groupBy), total, has_more: hasMore };
});

async function show(
  call: AggregateCall,
  deps: ListDeps,
  aggregation: Aggregation,
  groups: readonly Group[],
): Promise<ShownGroup[]> {
  const { groupBy, measures } = aggregation;
  const named = groups.flatMap(({ keys }) =>
    groupBy.flatMap(({ field }, index) => namesOf(field, keys[index])),
  );
  const context = await readContext(call, deps, {
    people: named.flatMap(({ people = [] }) => people),
    records: [],
    places: named.flatMap(({ places = [] }) => places),
  });
  return groups.map(({ keys, count, tallies }) => {
    const labels = groupBy.map((group, index) =>
      deps.translate(labelOf(group, keys[index] ?? null, context)),
    );
    return {
      keys: byName(groupBy, keys),
      labels: byName(groupBy, labels),
      count,
      ...numbersOf(measures, tallies),
    };
  });
}

function namesOf({ type }: GroupBy['field'], value: GroupValue = null) {
  return value === null ? [] : [type.query?.buckets?.names?.(value as never) ?? {}];
}

function labelOf({ field, by }: GroupBy, value: GroupValue, context: ReadContext): Message {
  if (value === null) return 'None Set';
  return by
    ? String(value)
    : (field.type.query?.buckets?.show(value as never, field, context).label ?? String(value));
}

function byName<Value>(groupBy: readonly GroupBy[], values: readonly Value[]): Record<string, Value> {
  return Object.fromEntries(groupBy.map(({ name }, index) => [name, values[index] as Value]));
}

/** The measures of a group by kind and field: `{sum: {member_count: 40}}`. */
function numbersOf(measures: readonly Measure[], tallies: Group['tallies']) {
  const kinds = Map.groupBy(measures, ({ kind }) => kind);
  const numbers = [...kinds].map(([kind, all]) => {
    const values = all.map(({ name, field }) => [name, numberOf(kind, tallies.get(field))] as const);
    return [kind, Object.fromEntries(values)] as const;
  });
  return Object.fromEntries(numbers);
}

const noValues: Tally = { sum: 0, number: 0, min: null, max: null };

function numberOf(kind: Measure['kind'], tally: Tally = noValues): number | null {
  if (kind !== 'average') return tally[kind];
  return tally.number === 0 ? null : tally.sum / tally.number;
}

/** Dates in their order, and the fullest groups first. */
function inOrder(groups: readonly ShownGroup[], groupBy: readonly GroupBy[]): ShownGroup[] {
  const dates = groupBy.filter(({ by }) => by).map(({ name }) => name);
  return groups.toSorted((one, other) => {
    for (const name of dates) {
      const order = comparePeriods(one.keys[name], other.keys[name]);
      if (order !== 0) return order;
    }
    return other.count - one.count;
  });
}

/** Records without a date come last. */
function comparePeriods(one: GroupValue = null, other: GroupValue = null): number {
  if (one === other) return 0;
  if (one === null || other === null) return one === null ? 1 : -1;
  return String(one) < String(other) ? -1 : 1;
}
