import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { withoutUndo, type ActivityRow } from '../model/activity-row.ts';

/** A selection of rows of a record's history. */
export interface RowsBetween {
  readonly recordId: number;
  /** Unix seconds, both inclusive; without `to` up to now. */
  readonly from: number;
  readonly to?: number | undefined;
  /** Default: those of values and connections. */
  readonly actions?: readonly string[] | undefined;
  readonly fieldTypes?: readonly string[] | undefined;
}

const valueActions = ['field_update', 'connected to', 'disconnected from'];

/** The history rows of a record from a period, also those that lists leave out; in the order of lists, or reversed. */
export function findRowsBetween(
  call: Pick<Call, 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  rows: RowsBetween,
  page: { readonly order: 'ASC' | 'DESC'; readonly offset: number; readonly number: number },
): Promise<ActivityRow[]> {
  const direction = page.order === 'DESC' ? 1 : -1;
  const order = { time: direction === 1 ? -1 : 1, version: direction, position: direction } as const;
  if (page.number === 0) return Promise.resolve([]);
  const found = activity.find(rowsBetween(rows), withoutUndo).sort(order);
  return readLean(call, found.skip(page.offset).limit(page.number));
}

export function rowsBetween({ recordId, from, to, actions = valueActions, fieldTypes }: RowsBetween) {
  return {
    recordId,
    // Both values, so that the index can return the rows of each in order.
    listed: { $in: [true, false] },
    time: { $gte: from, ...(to !== undefined && { $lte: to }) },
    action: { $in: actions },
    ...(fieldTypes && { fieldType: { $in: fieldTypes } }),
  };
}
