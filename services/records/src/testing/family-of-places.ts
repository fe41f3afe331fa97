import type { LocationRow } from '@svc/contracts';
import { locationRow, worldRow } from '@svc/testing';

/** A place and its parts: an id, a name, a country code for countries, and what lies in it. */
export interface NamedPlace {
  readonly id: number;
  readonly name: string;
  readonly code?: string;
  readonly parts?: readonly NamedPlace[];
}

/** Rows of the location grid of the public form: the places and everything in them, in a world that is not among them. */
export function familyOfPlaces(countries: readonly NamedPlace[]): LocationRow[] {
  return countries.flatMap((country) => rowsOf(country, [], country.code ?? ''));
}

function rowsOf(place: NamedPlace, above: readonly number[], code: string): LocationRow[] {
  const parts = place.parts ?? [];
  return [rowOf(place, above, code), ...parts.flatMap((part) => rowsOf(part, [...above, place.id], code))];
}

function rowOf({ id, name }: NamedPlace, above: readonly number[], code: string): LocationRow {
  const place = { longitude: id % 180, latitude: id % 90, country_code: code || null };
  return locationRow([...above, id], name, { ...place, parent_id: above.at(-1) ?? worldRow.grid_id });
}
