import { counted, msg, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ConnectionItem } from '../model/connection-item.ts';
import { endOfEdge } from '../model/side.ts';
import { itemOf } from '../read/load-connections.ts';
import type { End } from '../model/edge.ts';
import type { Collections } from '../store/collections.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';

/** A merge moves all connections in one transaction, and changes the record at the other end of each. */
const maxConnections = 1_000;

/** A connection of a record, and the end of it that the record is. */
export interface OwnConnection {
  readonly end: End;
  readonly item: ConnectionItem;
}

/**
 * All connections of a record, oldest first.
 * @throws ServiceError when there are more than a merge moves.
 */
export async function loadAllConnections(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'edges'>,
  record: RecordDocument,
): Promise<OwnConnection[]> {
  const counted = Object.values(record.degrees ?? {}).reduce((sum, degree) => sum + degree, 0);
  if (counted > maxConnections) throw tooMany(record, counted);
  const { _id: id } = record;
  const edges = await readWithDeadline(call.deadline, (maxTimeMS) =>
    deps.edges
      .find({ $or: [{ from: id }, { to: id }] })
      .sort({ createdAt: 1, position: 1 })
      .limit(maxConnections + 1)
      .maxTimeMS(maxTimeMS)
      .lean(),
  );
  if (edges.length > maxConnections) throw tooMany(record, edges.length);
  return edges.map((edge) => ({ end: endOfEdge(edge, record), item: itemOf(edge, id) }));
}

function tooMany({ _id: id }: RecordDocument, found: number): ServiceError {
  const message = msg`The record ${id} has ${counted(found)} connections, and a merge moves at most ${maxConnections}: make it the primary record, or remove some of them first.`;
  return new ServiceError('update_post', message, { status: 400 });
}
