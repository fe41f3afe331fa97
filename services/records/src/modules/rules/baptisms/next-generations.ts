import { baptismOrder, type Baptized } from './baptism-order.ts';

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
  const known = new Map([...outside, ...circles.map((id) => [id, byId.get(id)?.generation] as const)]);
  for (const id of ordered) {
    const baptizers = byId.get(id)?.baptizers ?? [];
    known.set(id, generationFrom(baptizers.map((baptizer) => known.get(baptizer))));
  }
  return new Map(contacts.map(({ id }) => [id, known.get(id)]));
}
