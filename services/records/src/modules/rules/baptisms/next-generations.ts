/** A contact with the values from which baptism generations are computed: its baptizers and its own generation. */
export interface Baptized {
  readonly id: number;
  readonly baptizers: readonly number[];
  readonly generation: number | undefined;
  /** Version of the record that was read. */
  readonly version?: number | undefined;
}

/** One more than the largest generation of the baptizers, where a missing generation counts as 0; 0 without baptizers. */
export function generationFrom(baptizers: readonly (number | undefined)[]): number {
  return baptizers.reduce<number>((largest, generation) => Math.max(largest, 1 + (generation ?? 0)), 0);
}

/**
 * Computes the generations of contacts, baptizers first. `outside` has the generations of baptizers who are not among the contacts.
 * Contacts in cycles keep their generation.
 */
export function nextGenerations(
  contacts: readonly Baptized[],
  outside: ReadonlyMap<number, number | undefined>,
): ReadonlyMap<number, number | undefined> {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const { circles, ordered } = baptismOrder(contacts);
  const known = new Map([...outside, ...[...circles].map((id) => [id, byId.get(id)?.generation] as const)]);
  for (const id of ordered) {
    const baptizers = byId.get(id)?.baptizers ?? [];
    known.set(id, generationFrom(baptizers.map((baptizer) => known.get(baptizer))));
  }
  return new Map(contacts.map(({ id }) => [id, known.get(id)]));
}

type Links = ReadonlyMap<number, readonly number[]>;

/**
 * Contacts in topological order, baptizers before those whom they have baptized, and those without an order (`circles`): in a cycle of
 * baptisms, or on a path between two cycles. Sorts without recursion, since a chain may have any length.
 */
function baptismOrder(contacts: readonly Baptized[]): { circles: ReadonlySet<number>; ordered: number[] } {
  const baptizers: Links = new Map(contacts.map((contact) => [contact.id, [...new Set(contact.baptizers)]]));
  const baptized = turnedAround(baptizers);
  const all = new Set(baptizers.keys());
  const first = inOrder(all, baptizers, baptized);
  const rest = without(all, first);
  const circles = without(rest, inOrder(rest, baptized, baptizers));
  const after = inOrder(without(rest, circles), baptizers, baptized);
  return { circles, ordered: [...first, ...after] };
}

/**
 * The ids without predecessors in the set, then those whose predecessors are all in the result, and so on; without cycles and their
 * followers.
 */
function inOrder(ids: ReadonlySet<number>, before: Links, after: Links): number[] {
  const within = (id: number, links: Links) => (links.get(id) ?? []).filter((other) => ids.has(other));
  const waiting = new Map([...ids].map((id) => [id, within(id, before).length]));
  const order = [...ids].filter((id) => waiting.get(id) === 0);
  for (const id of order) {
    for (const next of within(id, after)) {
      const left = (waiting.get(next) ?? 0) - 1;
      waiting.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return order;
}

function turnedAround(links: Links): Links {
  const pairs = [...links].flatMap(([id, others]) => others.map((other) => ({ id, other })));
  const turned = Map.groupBy(pairs, ({ other }) => other);
  return new Map([...turned].map(([other, found]) => [other, found.map(({ id }) => id)]));
}

function without(ids: ReadonlySet<number>, taken: Iterable<number>): Set<number> {
  const gone = new Set(taken);
  return new Set([...ids].filter((id) => !gone.has(id)));
}
