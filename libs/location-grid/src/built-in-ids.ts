/** The range of ids of the built-in grid. The public grid uses 100000000 to 100399999, and installations add places after these. */
export const builtInIds = { first: 900_000_001, last: 999_999_999 } as const;

/** Whether an id belongs to the built-in grid only. The world has id 1 in every grid. */
export function isBuiltInId(gridId: number): boolean {
  return gridId >= builtInIds.first && gridId <= builtInIds.last;
}
