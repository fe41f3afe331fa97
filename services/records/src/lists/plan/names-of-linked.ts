import type { Call } from '@svc/service-kit';
import type { Collections } from '../../store/collections.ts';
import type { Field } from '../../model/field.ts';
import { escaped } from '../../fields/shared/text-pattern.ts';
import { findTogether } from './matching-ids.ts';
import type { ListPlan } from './plan-list.ts';
import { edgesOf, endName, endOf, otherEnd } from '../../model/side.ts';
import type { End } from '../../model/edge.ts';

type Deps = Pick<Collections, 'records' | 'edges'>;
type Reading = Pick<Call, 'deadline'>;

/** A record, and what follows its end's name in the first of its words: an id, `many`, or nothing. */
interface Linked {
  readonly id: number;
  readonly link: string;
}

/**
 * All records that a list finds, and by record the name of the first that is connected with it in a field, as lists sort by it. Records
 * without connections are not in the map.
 */
export async function namesOfLinked(
  call: Reading,
  deps: Deps,
  { field, plan }: { field: Field; plan: ListPlan },
): Promise<[readonly number[], ReadonlyMap<number, string>]> {
  const end = endOf(field);
  const linked = await findTogether<Linked>(call, deps, { plan, each: { id: '$_id', link: firstLink(end) } });
  const others = new Map(
    linked.filter(({ link }) => /^\d/.test(link)).map(({ id, link }) => [id, Number(link)]),
  );
  for (const [id, other] of await firstOfMany(call, deps, end, linked)) others.set(id, other);
  const names = await namesOf(call, deps, new Set(others.values()));
  const named = new Map<number, string>();
  for (const [id, other] of others) {
    const name = names.get(other);
    if (name) named.set(id, name);
  }
  return [linked.map(({ id }) => id), named];
}

/** Records carry a word for each connection, in the order in which they were made. */
function firstLink(end: End): unknown {
  const start = `${endName(end)}:`;
  const regex = new RegExp(String.raw`^${escaped(start)}(\d|many$)`);
  const links = {
    $filter: {
      input: { $ifNull: ['$links', []] },
      cond: { $regexMatch: { input: '$$this', regex } },
      limit: 1,
    },
  };
  return { $substrBytes: [{ $first: [links] }, start.length, -1] };
}

/** Where there are more connections than stand in the record, its edges tell. */
async function firstOfMany(
  { deadline }: Reading,
  { edges }: Deps,
  end: End,
  linked: readonly Linked[],
): Promise<readonly (readonly [number, number])[]> {
  const many = linked.filter(({ link }) => link === 'many');
  const found = await Promise.all(
    many.map(async ({ id }) => {
      const [edge] = await edges
        .find(edgesOf(end, id), { from: 1, to: 1 })
        .sort({ createdAt: 1, position: 1 })
        .limit(1)
        .maxTimeMS(Math.max(1, deadline.remaining))
        .lean();
      return edge ? [[id, otherEnd(edge, id)] as const] : [];
    }),
  );
  return found.flat();
}

async function namesOf(
  { deadline }: Reading,
  { records }: Deps,
  ids: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> {
  if (ids.size === 0) return new Map();
  const found = await records
    .find({ _id: { $in: [...ids] } }, { 'sort.name': 1 })
    .maxTimeMS(Math.max(1, deadline.remaining))
    .lean<{ _id: number; sort: { name?: string } }[]>();
  return new Map(found.map(({ _id, sort }) => [_id, sort.name ?? '']));
}
