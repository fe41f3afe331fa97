import { baptismOrder, type Baptized } from './baptism-order.ts';

/** One more than the largest of the baptizers', who count 0 without a number of their own; 0 without baptizers. */
export function generationFrom(baptizers: readonly (number | undefined)[]): number {
  return baptizers.reduce<number>((largest, generation) => Math.max(largest, 1 + (generation ?? 0)), 0);
}

/**
 * The generations of contacts, each made when those of its baptizers are. `outside` has the numbers of baptizers who are
 * not among the contacts. Contacts in circles keep what they have.
 */
export function nextGenerations(
  contacts: readonly Baptized[],
  outside: ReadonlyMap<number, number | undefined>,
): ReadonlyMap<number, number | undefined> {
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const { circles, ordered } = baptismOrder(contacts);
  const known = new Map([...outside, ...circles.map((id) => [id, byId.get(id)?.generation] as const)]);
  for (const id of ordered) {
    const baptizers = byId.get(id)?.baptizers ?? [];
    known.set(id, generationFrom(baptizers.map((baptizer) => known.get(baptizer))));
  }
  return new Map(contacts.map(({ id }) => [id, known.get(id)]));
}
