import { Posting } from './posting.ts';

/** Number of characters of a piece. Shorter texts have no pieces and are compared with every text. */
export const pieceLength = 3;

/** Pieces with equal hashes share a list, so every record found is compared with the text. */
const lists = 2 ** 18;

/** Which records contain each piece of three characters, in names and in channels apart. */
export class TextPostings {
  readonly #lists = new Map<number, Posting>();
  /** A mark for each slot, all 0 between two calls. */
  #marks = new Uint8Array(0);

  add(hashes: Iterable<number>, slot: number): void {
    for (const hash of hashes) {
      const known = this.#lists.get(hash);
      if (known) known.add(slot);
      else this.#lists.set(hash, new Posting(slot));
    }
  }

  remove(hashes: Iterable<number>, slot: number): void {
    for (const hash of hashes) this.#lists.get(hash)?.remove(slot);
  }

  /**
   * The slots of the records that have all pieces of these texts, or some more. Undefined if the texts are too short to have pieces, empty
   * if no record has one of them.
   */
  withAll(where: keyof typeof salts, texts: readonly string[]): Int32Array | undefined {
    const hashes = new Set(texts.flatMap((text) => pieceHashes(where, text)));
    const found = [...hashes].map((hash) => this.#lists.get(hash)?.slots ?? none);
    const [rarest, ...others] = found.toSorted((one, other) => one.length - other.length);
    if (!rarest) return undefined;
    let common = rarest;
    for (const slots of others) {
      if (common.length <= fewEnough) break;
      common = this.#common(common, slots);
    }
    return common;
  }

  /** The slots in both lists. */
  #common(fewer: Int32Array, more: Int32Array): Int32Array {
    const largest = fewer.reduce((most, slot) => Math.max(most, slot), 0);
    if (largest >= this.#marks.length) this.#marks = new Uint8Array(largest * 2 + 1);
    const marks = this.#marks;
    for (const slot of fewer) marks[slot] = 1;
    const common = more.filter((slot) => marks[slot] === 1);
    for (const slot of fewer) marks[slot] = 0;
    return common;
  }
}

/** So few records are compared with the text sooner than their number is reduced further. */
const fewEnough = 100;

const none = new Int32Array(0);

const salts = { name: 0, comms: 0x2f0b4c47 } as const;

/** The hashes of all pieces of a text; some may repeat. */
export function pieceHashes(where: keyof typeof salts, text: string): number[] {
  const hashes: number[] = [];
  for (let at = 0; at + pieceLength <= text.length; at += 1) {
    let hash: number = salts[where];
    for (let unit = at; unit < at + pieceLength; unit += 1)
      hash = Math.imul(hash ^ text.charCodeAt(unit), 0x9e3779b1);
    hashes.push((hash ^ (hash >>> 15)) & (lists - 1));
  }
  return hashes;
}
