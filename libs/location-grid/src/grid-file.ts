import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** A line of the data file: a place of the built-in grid, with values separated by tabs. */
export interface GridLine {
  /** The id, which never changes and is never given to another place. */
  readonly id: number;
  /** `FR`, `FR.11`, `FR.11.75`: the country and, after dots, its parts. Empty for a place that no longer exists; the line reserves its id. */
  readonly code: string;
  readonly name: string;
  /** The country's code of three letters; empty for parts of countries. */
  readonly country3: string;
  /** The centre, in degrees. */
  readonly lng: number;
  readonly lat: number;
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Makes the content of the data file; `lines` has countries before their parts. */
export function packGrid(lines: readonly GridLine[]): Buffer {
  const text = lines.map((line) => [...textsOf(line), ...numbersOf(line)].join('\t')).join('\n');
  return brotliCompressSync(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

/** Reads the lines of a data file. */
export function unpackGrid(file: Buffer): GridLine[] {
  return brotliDecompressSync(file)
    .toString('utf8')
    .split('\n')
    .map((line) => {
      const [id, code = '', name = '', country3 = '', ...numbers] = line.split('\t');
      const [lng = 0, lat = 0, west = 0, south = 0, east = 0, north = 0] = numbers.map(Number);
      return { id: Number(id), code, name, country3, lng, lat, west, south, east, north };
    });
}

function textsOf({ id, code, name, country3 }: GridLine): readonly (string | number)[] {
  return [id, code, name.replaceAll(/\s+/g, ' ').trim(), country3];
}

function numbersOf({ lng, lat, west, south, east, north }: GridLine): readonly number[] {
  return [lng, lat, west, south, east, north].map((value) => Number(value.toFixed(2)));
}
