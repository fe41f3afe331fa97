import Flatbush from 'flatbush';
import type { Bounds } from '../store/location-model.ts';
import type { Point } from './places.ts';

/** Who asks decides exactly; what rounding moves over an edge has to be among the candidates. In degrees, some tenth of a millimetre. */
const margin = 1e-9;

/** Finds which of many boxes may contain a point. */
export class BoxIndex {
  readonly #index: Flatbush | undefined;
  /** The key of each indexed rectangle. */
  readonly #keys: Uint32Array;

  constructor(boxes: readonly { readonly key: number; readonly bounds: Bounds }[]) {
    const rectangles = boxes.flatMap(({ key, bounds }) =>
      rectanglesOf(bounds).map((corners) => ({ key, corners })),
    );
    this.#keys = Uint32Array.from(rectangles, ({ key }) => key);
    if (rectangles.length === 0) return;
    this.#index = new Flatbush(rectangles.length);
    for (const { corners } of rectangles) this.#index.add(...corners);
    this.#index.finish();
  }

  /** The keys of all boxes that contain the point, and perhaps of some whose edge it nearly touches; ascending. */
  near({ lng, lat }: Point): number[] {
    const found = meridiansOf(lng).flatMap(
      (x) => this.#index?.search(x - margin, lat - margin, x + margin, lat + margin) ?? [],
    );
    const keys = new Set(found.map((rectangle) => this.#keys[rectangle] ?? 0));
    return [...keys].sort((one, other) => one - other);
  }
}

/** A box that crosses the antimeridian is one on each side of it. */
function rectanglesOf({ north, south, east, west }: Bounds): (readonly [number, number, number, number])[] {
  if (east >= west) return [[west, south, east, north]];
  return [
    [west, south, 180, north],
    [-180, south, east, north],
  ];
}

/** At the antimeridian two longitudes are the same. */
function meridiansOf(lng: number): number[] {
  if (180 - lng <= margin) return [lng, lng - 360];
  return lng + 180 <= margin ? [lng, lng + 360] : [lng];
}
