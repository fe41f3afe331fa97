import { expect } from '@jest/globals';
import type { Api } from '../../support/http.ts';
import type { DatabaseWatch } from './database-watch.ts';
import { places, type Place, type Placed } from './places.ts';
import { mayView } from './record-rows.ts';
import { deleters, workers, type Role } from './roles.ts';

/** The places with a record that a create can name. */
export const namedPlaces: readonly Place[] = places.filter((place) => place !== 'missing');

/** Records that a create never updates: personal contacts, and records of another type. */
const neverFound: readonly Place[] = ['shared contact', 'personal contact', 'other type'];

/**
 * The column "by check_for_duplicates": a create with the name of an existing record updates that record where the role may; elsewhere it creates
 * a new one and leaves the other unchanged.
 */
export async function expectByDuplicates(
  caller: Api,
  database: DatabaseWatch,
  { role, place, named }: { role: Role; place: Place; named: Placed },
): Promise<void> {
  const before = await storedOf(database, named);
  const { status, body } = await caller.post(`svc-posts/v2/${named.type}`, {
    json: { name: before.name },
    query: { check_for_duplicates: 'name' },
  });
  const after = await storedOf(database, named);
  const mayCreate = (place === 'people group' ? deleters : workers).includes(role);
  const isFound = mayCreate && mayView[place].includes(role) && !neverFound.includes(place);
  expect({ status, isFound: body['ID'] === named.id }).toEqual({ status: mayCreate ? 200 : 403, isFound });
  expect(isFound ? after.version : after).toEqual(isFound ? before.version + 1 : before);
}

async function storedOf(database: DatabaseWatch, { id }: Placed): Promise<{ name: string; version: number }> {
  return (await database.record(id)) as { name: string; version: number };
}
