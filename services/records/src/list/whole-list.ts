/** How all records of a list are looked at, whatever their order. */
export const wholeList = {
  sort: { kind: 'always set', path: 'createdAt', direction: -1 },
  offset: 0,
  limit: 0,
} as const;
