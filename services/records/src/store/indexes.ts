export type Index = Readonly<Record<string, 1 | -1>>;

/** The indexes from which lists read ids alone, and the wildcard index that shows which records have a field; the models declare them. */
export const indexes = {
  filterTerms: { filterTerms: 1, _id: 1 },
  linkTerms: { linkTerms: 1, _id: 1 },
  texts: { postType: 1, entries: 1, _id: 1 },
  covering: { postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 },
  fields: { 'fields.$**': 1 },
  sharedNewest: { sharedWith: 1, postType: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, Index>;

/** Paths with a value in every record and an index, and the direction of the index. */
export const orderIndexPaths = { createdAt: -1, lastModified: -1, 'sort.name': 1 } as const;

export function hasOrderIndex(path: string): path is keyof typeof orderIndexPaths {
  return Object.hasOwn(orderIndexPaths, path);
}

/** The index on a path for records of a type, or for those shared with one user. */
export function orderIndexOf(path: string, isShared: boolean): Index | undefined {
  const direction = (orderIndexPaths as Index)[path];
  if (!direction) return undefined;
  return { ...(isShared ? { sharedWith: 1 } : {}), postType: 1, [path]: direction, _id: direction };
}
