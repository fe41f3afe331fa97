/** A contact with the values from which baptism generations are computed: its baptizers and its own generation. */
export interface Baptized {
  readonly id: number;
  readonly baptizers: readonly number[];
  readonly generation: number | undefined;
  /** Version of the record that was read. */
  readonly version?: number | undefined;
}

/** Contacts in topological order: baptizers before those whom they have baptized. */
export interface BaptismOrder {
  /** Contacts in a cycle of baptisms, and those on a path between two cycles: they have no order. */
  readonly circles: readonly number[];
  readonly ordered: readonly number[];
}

type Links = ReadonlyMap<number, readonly number[]>;

/** Sorts contacts without recursion, since a chain may have any length. */
export function baptismOrder(contacts: readonly Baptized[]): BaptismOrder {
  const baptizers: Links = new Map(contacts.map((contact) => [contact.id, [...new Set(contact.baptizers)]]));
  const baptized = turnedAround(baptizers);
  const all = new Set(baptizers.keys());
  const first = inOrder(all, baptizers, baptized);
  const rest = without(all, first);
  const circles = without(rest, inOrder(rest, baptized, baptizers));
  const after = inOrder(without(rest, circles), baptizers, baptized);
  return { circles: [...circles], ordered: [...first, ...after] };
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
  const turned = new Map<number, number[]>();
  for (const [id, others] of links) {
    for (const other of others) {
      const known = turned.get(other);
      if (known) known.push(id);
      else turned.set(other, [id]);
    }
  }
  return turned;
}

function without(ids: ReadonlySet<number>, taken: Iterable<number>): Set<number> {
  const left = new Set(ids);
  for (const id of taken) left.delete(id);
  return left;
}
