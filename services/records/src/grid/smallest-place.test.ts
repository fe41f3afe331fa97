import { expect, test } from '@jest/globals';
import type { Bounds } from '../store/location-model.ts';
import { smallestPlace, type Box } from './smallest-place.ts';

type Corners = readonly [west: number, south: number, east: number, north: number];

function boundsOf([west, south, east, north]: Corners): Bounds {
  return { west, south, east, north };
}

function row(id: number, lineage: readonly number[], corners: Corners, centre?: [number, number]): Box {
  const bounds = boundsOf(corners);
  const [lng, lat] = centre ?? [(bounds.west + bounds.east) / 2, (bounds.south + bounds.north) / 2];
  const level = lineage.length - 1;
  return { gridId: id, level: lineage.length === 0 ? -3 : level, lineage, lng, lat, bounds };
}

const world = row(1, [], [-180, -90, 180, 90]);
const land = row(100, [100], [0, 0, 20, 20]);
const west = row(101, [100, 101], [0, 0, 11, 20]);
const east = row(102, [100, 102], [9, 0, 20, 20]);
const town = row(103, [100, 102, 103], [15, 5, 16, 6]);
/** Its box reaches into its neighbour's, and it has no parts. */
const enclave = row(200, [200], [18, 18, 21, 21]);
const islands = row(300, [300], [175, -20, -175, -10], [179, -15]);
const unbounded: Box = { ...row(400, [400], [0, 0, 0, 0]), bounds: null };
const grid = [world, land, west, east, town, enclave, islands, unbounded];

test.each<[string, number, number, number | undefined]>([
  ['the only part that contains it', 3, 10, 101],
  ['the smallest part', 15.5, 5.5, 103],
  ['a corner of the smallest part', 15, 5, 103],
  ['the part next to the smallest', 15.5, 6.5, 102],
  ['the nearest centre where boxes overlap', 9.5, 10, 101],
  ['the other one on the other side', 10.5, 10, 102],
  ['a country without parts, rather than a part of its neighbour', 19.5, 19.5, 200],
  ['a box over the antimeridian, from the west', 176, -15, 300],
  ['a box over the antimeridian, from the east', -176, -15, 300],
  ['a box over the antimeridian, on the line', -180, -15, 300],
  ['a box over the antimeridian, on the same line', 180, -15, 300],
  ['its western edge', 175, -15, 300],
  ['its eastern edge', -175, -15, 300],
  ['the world beyond its eastern edge', -174.9, -15, 1],
  ['the world at sea', -30, 30, 1],
  ['the world at the pole', 0, 90, 1],
])('a point lies in %s', (_where, lng, lat, id) => {
  expect(smallestPlace({ lng, lat }, grid)?.gridId).toBe(id);
});

test('a point lies nowhere where the grid knows nothing', () => {
  expect(smallestPlace({ lng: 3, lat: 3 }, [])).toBeUndefined();
  expect(smallestPlace({ lng: -30, lat: 30 }, [land, islands, unbounded])).toBeUndefined();
});
