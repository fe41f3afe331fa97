import type { Call } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import { withoutUndo, type ActivityRow } from '../model/activity-row.ts';

/** Which rows of a record's history are asked for. */
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

/** What happened to a record in a time, those rows too that lists leave out; in the list's order, or the other way round. */
export function findRowsBetween(
  { deadline }: Pick<Call, 'deadline'>,
  { activity }: Pick<Collections, 'activity'>,
  rows: RowsBetween,
  page: { readonly order: 'ASC' | 'DESC'; readonly offset: number; readonly number: number },
): Promise<ActivityRow[]> {
  const direction = page.order === 'DESC' ? 1 : -1;
  const order = { time: direction === 1 ? -1 : 1, version: direction, position: direction } as const;
  if (page.number === 0) return Promise.resolve([]);
  return readWithDeadline(deadline, (maxTimeMS) =>
    activity
      .find(rowsBetween(rows), withoutUndo)
      .sort(order)
      .skip(page.offset)
      .limit(page.number)
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
}

/** The filter of these rows. */
export function rowsBetween({ recordId, from, to, actions = valueActions, fieldTypes }: RowsBetween) {
  return {
    recordId,
    // Both, so that each comes in the order of the index.
    listed: { $in: [true, false] },
    time: { $gte: from, ...(to !== undefined && { $lte: to }) },
    action: { $in: actions },
    ...(fieldTypes && { fieldType: { $in: fieldTypes } }),
  };
}
