/** The known name that a misspelt one most likely stands for; undefined if none is near. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  return nearest(name, known, Math.min(3, Math.max(1, Math.floor(name.length / 3))));
}

/**
 * The known name of which this one is a misspelling, where other names are permitted too: one letter differs, in long names two, or two
 * neighbouring letters changed places.
 */
export function misspeltName(name: string, known: Iterable<string>): string | undefined {
  const found = nearest(name, known, name.length >= 8 ? 2 : 1);
  return found !== undefined && (found.length >= 5 || isTransposed(name, found)) ? found : undefined;
}

/** The end of an error message: the nearest name, or all known names where they are few. */
export function didYouMean(name: string, known: Iterable<string>, plural: string): string {
  const names = [...known];
  const found = nearestName(name, names);
  if (found !== undefined) return `; did you mean ${found}?`;
  return names.length > 0 && names.length <= maxListed ? `; the ${plural} are ${names.join(', ')}` : '';
}

const maxListed = 25;

function nearest(name: string, known: Iterable<string>, maxDistance: number): string | undefined {
  let found: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(plain(name), plain(candidate));
    if (distance <= maxDistance && distance < (found?.distance ?? Infinity))
      found = { name: candidate, distance };
  }
  return found?.name;
}

/** Differences of case, and of "-" and "_", do not count. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function isTransposed(one: string, other: string): boolean {
  return [...plain(one)].sort().join('') === [...plain(other)].sort().join('');
}

/** The number of letters to insert, delete, replace or swap with their neighbour; bounded by the length of names. */
function editDistance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current.push(
        Math.min(
          at(last, column) + 1,
          at(current, column - 1) + 1,
          at(last, column - 1) + (isSame ? 0 : 1),
          isSwap ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return at(last, other.length);
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? Infinity;
}
