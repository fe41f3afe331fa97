/** The keys of an index, in their order. */
export type Index = Readonly<Record<string, 1 | -1>>;

/** The indexes by which lists read ids alone, and the one in which is who has a field at all; the schemas declare them. */
export const indexes = {
  filterTerms: { filterTerms: 1, _id: 1 },
  linkTerms: { linkTerms: 1, _id: 1 },
  texts: { postType: 1, entries: 1, _id: 1 },
  covering: { postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 },
  fields: { 'fields.$**': 1 },
  sharedNewest: { sharedWith: 1, postType: 1, createdAt: -1, _id: -1 },
} as const satisfies Record<string, Index>;

/** Paths by which every record can be ordered through an index, and the direction in which it is kept. */
export const orderIndexPaths = { createdAt: -1, lastModified: -1, 'sort.name': 1 } as const;

/** Whether every record can be ordered by a path through an index. */
export function hasOrderIndex(path: string): path is keyof typeof orderIndexPaths {
  return Object.hasOwn(orderIndexPaths, path);
}

/** The index that has the records of a type in the order of a path; those that one user has shared, when it is for them. */
export function orderIndexOf(path: string, isShared: boolean): Index | undefined {
  const direction = (orderIndexPaths as Index)[path];
  if (!direction) return undefined;
  return { ...(isShared ? { sharedWith: 1 } : {}), postType: 1, [path]: direction, _id: direction };
}
