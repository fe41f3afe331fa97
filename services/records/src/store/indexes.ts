export type Index = Readonly<Record<string, 1 | -1>>;

/** The indexes from which lists read ids alone, and the wildcard index that shows which records have a field. */
export const indexes = {
  filterTerms: { filterTerms: 1, _id: 1 },
  linkTerms: { linkTerms: 1, _id: 1 },
  texts: { postType: 1, entries: 1, _id: 1 },
  covering: { postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 },
  fields: { 'fields.$**': 1 },
  formerValues: { 'formerValues.field': 1, postType: 1, _id: 1 },
} as const satisfies Record<string, Index>;

/** Only the few documents that have values of former types are in that index. */
export const ifFormerValues = {
  partialFilterExpression: { 'formerValues.field': { $exists: true } },
} as const;

/** Paths with a value in every record and an index, and the direction of the index. */
const orderDirections = { createdAt: -1, lastModified: -1, 'sort.name': 1 } as const;

export type OrderPath = keyof typeof orderDirections;

/** The index on a path for records of a type, or for those shared with one user. */
export function orderIndexOf(path: OrderPath, isShared: boolean): Index {
  const direction = orderDirections[path];
  return { ...(isShared ? { sharedWith: 1 } : {}), postType: 1, [path]: direction, _id: direction };
}

/** All of these indexes. */
export const orderIndexes: readonly Index[] = (Object.keys(orderDirections) as OrderPath[]).flatMap(
  (path) => [orderIndexOf(path, false), orderIndexOf(path, true)],
);
