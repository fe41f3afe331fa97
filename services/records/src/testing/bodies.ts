import fc from 'fast-check';
import type { Fields } from '@svc/contracts';
import { fixturesByKey } from './fixtures-extension.ts';

/** What an event leaves out, and users whom the stand-in for users does not know. */
const isLeftOut = (write: unknown) => /@/.test(String(write)) || JSON.stringify(write)?.length > 10_000;

/** All that the fixtures write to the fields of their post type, those alone that connect nothing. */
const ofFixtures = Object.entries(fixturesByKey)
  .filter(([key]) => !key.endsWith('connection'))
  .map(([key, { roundTrips, clear, merges = {} }]) => {
    const merged = Object.values(merges).flatMap(([before, write]) => [...before, write]);
    const all = [...roundTrips.map(([write]) => write), clear[0], ...merged];
    return [key, all.filter((write) => !isLeftOut(write))] as const;
  });

/** What requests write to the fields of the `tests` post type; a function is given what its caller has read of the field. */
const writes: Readonly<Record<string, readonly unknown[]>> = {
  name: ['One', ' Two ', 'Žofia 😀', '-'],
  post_date: [-2_000_000_000, '2020-02-29', 4_000_000_000],
  ...Object.fromEntries(ofFixtures),
};

/** What a request writes, made out against what its caller has read: it may name entries that are there. */
export type Body = (read: Fields) => Fields;

/** Requests that write a few fields each, all of them out of the same few. */
export function bodiesOf(keys: readonly string[]): fc.Arbitrary<Body> {
  return fc
    .uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 4 })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((key) => [key, fc.constantFrom(...(writes[key] ?? []))]))),
    )
    .map((body) => (read) => {
      const sent = Object.entries(body).filter(([key, write]) => typeof write !== 'function' || read[key]);
      return Object.fromEntries(
        sent.map(([key, write]) => [key, typeof write === 'function' ? write(read[key]) : write]),
      );
    });
}

/** A few fields that requests write again and again; places come with their points. */
export const fieldChoices: fc.Arbitrary<readonly string[]> = fc
  .uniqueArray(fc.constantFrom(...Object.keys(writes)), { minLength: 2, maxLength: 5 })
  .map((keys) => [...new Set(keys.flatMap(withPoints))]);

function withPoints(key: string): string[] {
  const grid = key.replace('_meta', '');
  return key.includes('_location') ? [grid, `${grid}_meta`] : [key];
}
