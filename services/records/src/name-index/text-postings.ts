import { followed, Posting, together } from './posting.ts';

/** Number of characters of a piece; pieces at the end of a line are shorter. */
const pieceLength = 3;

/** An entry is a slot and a place in its text. */
const placeBits = 8;
/** More records than this do not fit into entries. */
export const maxSlots = 2 ** (32 - placeBits);
/** Longer texts have no places: whether the pieces in them follow each other is not known. */
const maxPlaced = 200;
/** Places of these fit into an entry, even for the last piece of the longest text that is looked up. */
const maxPieces = 2 ** placeBits - maxPlaced;
/** Slots of so many times as many records are read to find out which records have a second text, too: comparing one takes longer. */
const timesFewest = 20;
const lineEnd = '\n';

/** The records that may contain a text. */
export interface TextMatch {
  /** At least as many as there are slots. */
  readonly count: number;
  /** Whether all of them do contain it. */
  readonly isExact: boolean;
  /** Ascending, each once. */
  readonly slots: () => Uint32Array;
}

/** Which records contain each piece of three characters, and where: pieces that follow each other are a longer text. */
export class TextPostings {
  readonly #placed = new Map<string, Posting>();
  readonly #long = new Map<string, Posting>();
  /** All pieces by their first character, for texts that are shorter than a piece. */
  readonly #beginning = new Map<string, Set<string>>();

  add(text: string, slot: number): void {
    const { postings, entries } = this.#entriesOf(text, slot);
    for (const [piece, entry] of entries) {
      const known = postings.get(piece);
      if (known) known.add(entry);
      else {
        postings.set(piece, new Posting(entry));
        this.#noteBeginning(piece);
      }
    }
  }

  remove(text: string, slot: number): void {
    const { postings, entries } = this.#entriesOf(text, slot);
    for (const [piece, entry] of entries) {
      const posting = postings.get(piece);
      posting?.remove(entry);
      if (posting?.length === 0) postings.delete(piece);
    }
  }

  /** The records with one of several texts after the other, and perhaps some more; undefined if there is no text to look up. */
  findAll(texts: readonly string[]): TextMatch | undefined {
    const known = texts.filter((text) => text !== '' && !text.includes(lineEnd));
    const [fewest, ...others] = known
      .map((text) => (text.length < pieceLength ? this.#findShort(text) : this.#find(text)))
      .toSorted((one, other) => one.count - other.count);
    if (!fewest || texts.length === 1) return fewest;
    const worthReading = others.filter(({ count }) => count < timesFewest * fewest.count);
    const slots = () =>
      worthReading.reduce((common, match) => followed(common, match.slots(), 0), fewest.slots());
    return { count: fewest.count, isExact: false, slots };
  }

  #find(text: string): TextMatch {
    const pieces = piecesOf(text).filter(([{ length }]) => length === pieceLength);
    const sought = pieces.slice(0, maxPieces);
    const placed = startsOf(this.#placed, sought);
    const long = startsOf(
      this.#long,
      sought.map(([piece]) => [piece, 0]),
    );
    const slots = together([slotsOf(placed), slotsOf(long)]);
    const isExact = long.length === 0 && sought.length === pieces.length;
    return { count: slots.length, isExact, slots: () => slots };
  }

  /** A text that is shorter than a piece begins one wherever it is. */
  #findShort(text: string): TextMatch {
    const pieces = [...(this.#beginning.get(text.charAt(0)) ?? [])].filter((piece) => piece.startsWith(text));
    const postings = pieces.flatMap((piece) =>
      [this.#placed.get(piece) ?? [], this.#long.get(piece) ?? []].flat(),
    );
    return {
      count: postings.reduce((sum, { length }) => sum + length, 0),
      isExact: true,
      slots: () => together(postings.map(({ entries }) => slotsOf(entries))),
    };
  }

  #noteBeginning(piece: string): void {
    const first = piece.charAt(0);
    const known = this.#beginning.get(first);
    if (known) known.add(piece);
    else this.#beginning.set(first, new Set([piece]));
  }

  #entriesOf(text: string, slot: number) {
    const start = slot * 2 ** placeBits;
    const isPlaced = text.length <= maxPlaced;
    const entries = piecesOf(text).map(([piece, at]) => [piece, start + (isPlaced ? at : 0)] as const);
    return { postings: isPlaced ? this.#placed : this.#long, entries };
  }
}

type Piece = readonly [piece: string, at: number];

/** Pieces do not go from one line to the next: lines are texts of their own. */
function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const line of text.split(lineEnd)) {
    for (let begin = 0; begin < line.length; begin += 1)
      pieces.push([line.slice(begin, begin + pieceLength), at + begin]);
    at += line.length + lineEnd.length;
  }
  return pieces;
}

/** The places from which each of these pieces is at its distance. */
function startsOf(postings: ReadonlyMap<string, Posting>, pieces: readonly Piece[]): Uint32Array {
  const found = pieces.map(([piece, at]) => ({ at, entries: postings.get(piece)?.entries ?? none }));
  const [rarest, ...others] = found.toSorted((one, other) => one.entries.length - other.entries.length);
  if (!rarest) return none;
  const { at } = rarest;
  const starts: Uint32Array = rarest.entries.filter((entry) => entry >= at).map((entry) => entry - at);
  return others.reduce((common, other) => followed(common, other.entries, other.at), starts);
}

const none = new Uint32Array(0);

/** The slots of entries, each once. */
function slotsOf(entries: Uint32Array): Uint32Array {
  const slots = new Uint32Array(entries.length);
  let count = 0;
  for (const entry of entries) {
    const slot = entry >>> placeBits;
    if (count === 0 || slots[count - 1] !== slot) slots[count++] = slot;
  }
  return slots.subarray(0, count);
}
