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
/** So many entries of a text are passed in the time in which the text of one record is compared. */
const entriesPerText = 20;
/** So many slots are passed in that time. */
const slotsPerText = 100;
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

/** Where a text begins: entries in ascending lists. */
interface Starts {
  readonly placed: readonly Uint32Array[];
  readonly count: number;
  /** Slots of texts without places that may contain it, in ascending lists. */
  readonly long: readonly Uint32Array[];
  /** Whether these certainly contain it. */
  readonly isExact: boolean;
  /** Characters of the text. */
  readonly length: number;
}

/** Which records contain each piece of three characters, and where: pieces that follow each other are a longer text. */
export class TextPostings {
  readonly #placed = new Map<string, Posting>();
  readonly #long = new Map<string, Posting>();
  /** All pieces by their first character, for texts that are shorter than a piece. */
  readonly #beginning = new Map<string, Set<string>>();
  /** All slots are smaller. */
  #slotEnd = 0;

  add(text: string, slot: number): void {
    this.#slotEnd = Math.max(this.#slotEnd, slot + 1);
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
    const starts = known.map((text) =>
      text.length < pieceLength ? this.#startsOfShort(text) : this.#startsOf(text),
    );
    const [first, second] = starts;
    if (!first) return undefined;
    if (starts.length === 1) return { ...this.#one(first), isExact: first.isExact && texts.length === 1 };
    if (second && texts.length === 2 && this.#areComparable(first, second)) return this.#two(first, second);
    const [fewest, ...others] = starts.toSorted((one, other) => one.count - other.count);
    const worthReading = others.filter(({ count }) => count < entriesPerText * (fewest?.count ?? 0));
    const slots = () =>
      worthReading.reduce(
        (common, each) => followed(common, this.#one(each).slots(), 0),
        this.#one(fewest ?? first).slots(),
      );
    return { count: fewest?.count ?? 0, isExact: false, slots };
  }

  /**
   * Whether comparing the places of two texts takes less than comparing the texts of the records that have the rarer one. Places are noted for
   * all slots, however few have them.
   */
  #areComparable(one: Starts, other: Starts): boolean {
    const fewest = Math.min(one.count, other.count);
    return (
      Math.max(one.count, other.count) <= entriesPerText * fewest && this.#slotEnd <= slotsPerText * fewest
    );
  }

  /** The records with one text. */
  #one({ placed, long, count, isExact }: Starts): TextMatch {
    return { count, isExact, slots: () => together([this.#slotsOf(placed), ...long]) };
  }

  /** The records with one text after another: the first place of the one is compared with the places of the other. */
  #two(first: Starts, second: Starts): TextMatch {
    const common = () => followed(together(first.long), together(second.long), 0);
    const count = Math.min(first.count, second.count);
    const slots = () => {
      const found = new Uint8Array(this.#slotEnd);
      for (const list of first.placed)
        for (const entry of list) {
          const slot = entry >>> placeBits;
          // From 1 on: 0 is no place.
          const place = (entry & placeMask) + 1;
          const known = found[slot];
          if (!known || place < known) found[slot] = place;
        }
      for (const list of second.placed)
        for (const entry of list) {
          const slot = entry >>> placeBits;
          const place = found[slot];
          if (place && (entry & placeMask) + 1 >= place + first.length) found[slot] = isFound;
        }
      return together([slotsWith(found, isFound, count), common()]);
    };
    const isExact = first.isExact && second.isExact && (first.long.length === 0 || second.long.length === 0);
    return { count, isExact, slots };
  }

  #startsOf(text: string): Starts {
    const pieces = piecesOf(text).filter(([{ length }]) => length === pieceLength);
    const sought = pieces.slice(0, maxPieces);
    const placed = startsOf(this.#placed, sought);
    const long = startsOf(
      this.#long,
      sought.map(([piece]) => [piece, 0]),
    );
    return {
      placed: [placed],
      count: placed.length + long.length,
      long: long.length === 0 ? [] : [slotsOf(long)],
      isExact: long.length === 0 && sought.length === pieces.length,
      length: text.length,
    };
  }

  /** A text that is shorter than a piece begins one wherever it is. */
  #startsOfShort(text: string): Starts {
    const pieces = [...(this.#beginning.get(text.charAt(0)) ?? [])].filter((piece) => piece.startsWith(text));
    const placed = pieces.flatMap((piece) => this.#placed.get(piece) ?? []);
    const long = pieces.flatMap((piece) => this.#long.get(piece) ?? []);
    return {
      placed: placed.map(({ entries }) => entries),
      count: [...placed, ...long].reduce((sum, { length }) => sum + length, 0),
      long: long.map(({ entries }) => slotsOf(entries)),
      isExact: true,
      length: text.length,
    };
  }

  /** The slots of entries in several lists. Many entries are noted by slot, which takes less than merging their lists. */
  #slotsOf(lists: readonly Uint32Array[]): Uint32Array {
    const count = lists.reduce((sum, { length }) => sum + length, 0);
    if (lists.length < 3 || count * slotsPerEntry < this.#slotEnd) return together(lists.map(slotsOf));
    const found = new Uint8Array(this.#slotEnd);
    for (const list of lists) for (const entry of list) found[entry >>> placeBits] = isFound;
    return slotsWith(found, isFound, count);
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

/** So many slots are passed in the time in which an entry is merged. */
const slotsPerEntry = 8;
const placeMask = 2 ** placeBits - 1;
/** Greater than all places. */
const isFound = placeMask;

/** The slots with a value, ascending; at most so many have it. */
function slotsWith(values: Uint8Array, value: number, most: number): Uint32Array {
  const slots = new Uint32Array(Math.min(most, values.length));
  let count = 0;
  for (let slot = values.indexOf(value); slot !== -1; slot = values.indexOf(value, slot + 1))
    slots[count++] = slot;
  return slots.subarray(0, count);
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
