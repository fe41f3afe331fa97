/** Ids of the built-in grid; the public grid has its own from 100000000 to 100399999, and what installations add to it follows there. */
export const builtInIds = { first: 900_000_001, last: 999_999_999 } as const;

/** Whether an id is one of the built-in grid. The world is 1 in every grid. */
export function isBuiltInId(gridId: number): boolean {
  return gridId >= builtInIds.first && gridId <= builtInIds.last;
}
