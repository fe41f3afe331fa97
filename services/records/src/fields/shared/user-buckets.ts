import type { FieldBuckets } from '../../model/field-type/query.ts';

/** Counts of records by the users whom a field holds, under their names (docs/guides/picking.md#splitting-a-list). */
export const userBuckets: FieldBuckets<number> = {
  groups: 'values',
  names: (userId) => ({ people: [userId] }),
  show: (userId, _field, { people }) => ({
    value: String(userId),
    label: people.get(userId)?.displayName ?? String(userId),
  }),
};
