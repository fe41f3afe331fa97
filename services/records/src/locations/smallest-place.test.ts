import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Bounds } from '../store/location-model.ts';
import { smallestPlace, type Box } from './smallest-place.ts';
import { tilesOfBox, tilesOfPoint } from './tiles.ts';

type Corners = readonly [west: number, south: number, east: number, north: number];

function boundsOf([west, south, east, north]: Corners): Bounds {
  return { west, south, east, north };
}

function row(id: number, lineage: readonly number[], corners: Corners, centre?: [number, number]): Box {
  const bounds = boundsOf(corners);
  const [longitude, latitude] = centre ?? [
    (bounds.west + bounds.east) / 2,
    (bounds.south + bounds.north) / 2,
  ];
  const level = lineage.length - 1;
  return { _id: id, level: lineage.length === 0 ? -3 : level, lineage, longitude, latitude, bounds };
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
  expect(smallestPlace({ lng, lat }, grid)?._id).toBe(id);
});

test('a point lies nowhere where the grid knows nothing', () => {
  expect(smallestPlace({ lng: 3, lat: 3 }, [])).toBeUndefined();
  expect(smallestPlace({ lng: -30, lat: 30 }, [land, islands, unbounded])).toBeUndefined();
});

const lngs = fc.double({ min: -180, max: 180, noNaN: true });
const lats = fc.double({ min: -90, max: 90, noNaN: true });

test('every point of a box shares a tile with it, and no box touches more than four', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(lngs, lngs, lats, lats, share, share, (oneLng, otherLng, oneLat, otherLat, right, up) => {
      const [south, north] = [Math.min(oneLat, otherLat), Math.max(oneLat, otherLat)];
      const box = boundsOf([oneLng, south, otherLng, north]);
      const width = otherLng >= oneLng ? otherLng - oneLng : otherLng - oneLng + 360;
      const lng = right === 1 ? otherLng : oneLng + right * width;
      const lat = up === 1 ? north : Math.min(north, south + up * (north - south));
      const point = { lng: lng > 180 ? lng - 360 : lng, lat };
      const tiles = tilesOfBox(box);
      expect(tiles.length).toBeLessThanOrEqual(4);
      expect(tilesOfPoint(point).some((tile) => tiles.includes(tile))).toBe(true);
    }),
    { numRuns: 2_000, seed: 5 },
  );
});

test('the whole map is one tile', () => {
  expect(tilesOfBox(world.bounds as Bounds)).toEqual(['0:0:0']);
});
