/**
 * Rebuilds `data/location-grid.tsv.br` from the packages that `sources/package.json` pins: `node scripts/build-grid.ts DIRECTORY`, with
 * a directory outside the repository for the packages (700 MB). Places keep the ids that they have in the existing file.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packGrid, unpackGrid, type GridLine } from '../src/grid-file.ts';
import { builtInIds } from '../src/built-in-ids.ts';
import { measureRegions } from './measure-regions.ts';
import { readSources } from './read-sources.ts';

const file = join(import.meta.dirname, '..', 'data', 'location-grid.tsv.br');
const [directory] = process.argv.slice(2);
if (directory === undefined) throw new Error('Name a directory for the packages.');

const sources = readSources(directory);
const before = existsSync(file) ? unpackGrid(readFileSync(file)) : [];
const ids = new Map(before.map(({ code, id }) => [code, id]));
let nextId = Math.max(builtInIds.first - 1, ...before.map(({ id }) => id)) + 1;

const lines = [...measureRegions(sources)]
  .sort(([one], [other]) => depthOf(one) - depthOf(other) || (one < other ? -1 : 1))
  .map(([code, extent]): GridLine => {
    const country = sources.countries.get(code);
    const name = country?.name ?? sources.regions.get(code) ?? '';
    const id = ids.get(code) ?? nextId++;
    return { id, code, name, country3: country?.code ?? '', ...extent.centre(), ...extent.bounds() };
  });

const kept = new Set(lines.map(({ id }) => id));
const nothing = { code: '', name: '', country3: '', lng: 0, lat: 0, west: 0, south: 0, east: 0, north: 0 };
const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }): GridLine => ({ ...nothing, id }));
const packed = packGrid([...lines, ...gone]);
writeFileSync(file, packed);
console.log(`${lines.length} places, ${gone.length} ids of places that are gone, ${packed.length} bytes`);

function depthOf(code: string): number {
  return code.split('.').length;
}
