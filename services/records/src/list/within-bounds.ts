import type { MapBounds } from '@svc/contracts';
import type { Condition } from '../fields/field-type.ts';
import type { PostType } from '../post-types/post-type.ts';

/** The condition that a record has a place with a point in the box (facts of list parameters). */
export function withinBounds({ north, south, east, west }: MapBounds, { fields }: PostType): Condition {
  const lng =
    west <= east
      ? [{ lng: { $gte: west, $lte: east } }]
      : [{ $or: [{ lng: { $gte: west } }, { lng: { $lte: east } }] }];
  const point = { $elemMatch: { $and: [{ lat: { $gte: south, $lte: north } }, ...lng] } };
  const keys = [...fields.values()].filter(({ type }) => type.hasPoints).map(({ key }) => key);
  return keys.length === 0
    ? { _id: { $in: [] } }
    : { $or: keys.map((key) => ({ [`fields.${key}`]: point })) };
}
