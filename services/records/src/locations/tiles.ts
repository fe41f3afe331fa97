import type { Bounds } from '../store/location-model.ts';
import type { Point } from './places.ts';

/** The world is one tile of zoom 0; each zoom halves the sides. Tiles of the last one are about ten kilometres wide. */
const zooms = 13;

/**
 * The tiles that a box touches, in the zoom whose tiles are just as large as the box: four at most. Boxes are found by
 * them with one index, which ranges of four coordinates do not give.
 */
export function tilesOfBox({ north, south, east, west }: Bounds): string[] {
  const width = widthOf({ east, west });
  const zoom = zoomFor(Math.max(width, north - south));
  const side = sideOf(zoom);
  const columns = range(Math.floor((west + 180) / side), Math.floor((west + width + 180) / side));
  const rows = range(Math.floor((south + 90) / side), Math.floor((north + 90) / side));
  const tiles = columns.flatMap((column) => rows.map((row) => tile(zoom, column, row)));
  return [...new Set(tiles)];
}

/** The tiles in which a point lies, one of each zoom. */
export function tilesOfPoint({ lng, lat }: Point): string[] {
  return range(0, zooms - 1).map((zoom) => {
    const side = sideOf(zoom);
    return tile(zoom, Math.floor((lng + 180) / side), Math.floor((lat + 90) / side));
  });
}

/** How many degrees a box is wide, across the antimeridian where it crosses it. */
export function widthOf({ east, west }: Pick<Bounds, 'east' | 'west'>): number {
  return east >= west ? east - west : east - west + 360;
}

function zoomFor(size: number): number {
  const fitting = range(0, zooms - 1).filter((zoom) => sideOf(zoom) >= size);
  return Math.max(0, ...fitting);
}

function sideOf(zoom: number): number {
  return 360 / 2 ** zoom;
}

/** Columns go around the globe: the one east of the last is the first. */
function tile(zoom: number, column: number, row: number): string {
  return `${zoom}:${column % 2 ** zoom}:${row}`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_nothing, index) => from + index);
}
