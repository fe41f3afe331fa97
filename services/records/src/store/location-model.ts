import { Schema, type Connection, type Model } from 'mongoose';

/** A box on the map, in degrees. One that crosses the antimeridian has its west east of its east. */
export interface Bounds {
  readonly north: number;
  readonly south: number;
  readonly east: number;
  readonly west: number;
}

/** A row of the location grid: the world, a country, or a part of one, with the columns of the public grid. */
export interface LocationDocument {
  /** The grid id. */
  readonly _id: number;
  readonly name: string;
  /** -3 for the world, 0 for a country, 1 to 5 for its parts. */
  readonly level: number;
  /** `world`, `admin0` to `admin5`. */
  readonly levelName: string;
  readonly countryCode: string;
  readonly admin0Code: string;
  readonly parentId: number | null;
  /** What it lies in and itself, from the country down; empty for the world. */
  readonly lineage: readonly number[];
  readonly longitude: number;
  readonly latitude: number;
  /** Null where they are not known: no point is found to lie in it then. */
  readonly bounds: Bounds | null;
  readonly population: number;
  readonly modificationDate: string;
  /** The name that is shown. */
  readonly altName: string;
  readonly altPopulation: number;
  readonly isCustomLocation: boolean;
  readonly altNameChanged: boolean;
  /** The map tiles that its box touches (`locations/tiles.ts`). */
  readonly tiles: readonly string[];
}

const text = { type: String, required: false, default: '' };
const number = { type: Number, required: true };
const truth = { type: Boolean, required: true };

const schema = new Schema<LocationDocument>(
  {
    _id: number,
    name: { type: String, required: true },
    level: number,
    levelName: { type: String, required: true },
    countryCode: text,
    admin0Code: text,
    parentId: { type: Number, default: null },
    lineage: { type: [Number], required: true },
    longitude: number,
    latitude: number,
    bounds: { type: Schema.Types.Mixed, default: null },
    population: number,
    modificationDate: text,
    altName: { type: String, required: true },
    altPopulation: number,
    isCustomLocation: truth,
    altNameChanged: truth,
    tiles: { type: [String], required: true },
  },
  { versionKey: false, collection: 'locations' },
);

// The parts of a place.
schema.index({ parentId: 1 });
// Everything that lies in a place, however deep.
schema.index({ lineage: 1 });
// The boxes that may contain a point.
schema.index({ tiles: 1 });

/** The location grid. */
export function locationModel(connection: Connection): Model<LocationDocument> {
  return connection.model<LocationDocument>('Location', schema);
}
