/** Splits a list into batches of one size, except the last. */
export function inBatches<Item>(items: readonly Item[], size: number): Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_unused, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}
