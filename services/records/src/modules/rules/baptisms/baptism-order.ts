/** A contact as its baptism generation is made: who baptized it, and the number that it has. */
export interface Baptized {
  readonly id: number;
  readonly baptizers: readonly number[];
  readonly generation: number | undefined;
  /** Of the record that says so. */
  readonly version?: number | undefined;
}

/** Contacts in an order in which baptizers come before whom they have baptized. */
export interface BaptismOrder {
  /** Those who have baptized each other in a circle, and those between two circles: nobody is the first there. */
  readonly circles: readonly number[];
  readonly ordered: readonly number[];
}

type Links = ReadonlyMap<number, readonly number[]>;

/** The order of contacts, without recursion: a chain may be of any length. */
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

/** Those before whom nobody of the set comes, then those before whom only these come, and so on; not those in circles. */
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
