import type { EdgeDocument, End } from '../model/edge.ts';
import type { RecordDocument } from '../model/record.ts';
import { endName } from '../model/side.ts';

/** Which end of an edge a record is. Its degrees show whether the connection is symmetric: then both ends are `any`. */
export function endOfEdge(
  { key, from }: Pick<EdgeDocument, 'key' | 'from'>,
  record: Pick<RecordDocument, '_id' | 'degrees'>,
): End {
  const either: End = { key, side: 'any' };
  if (endName(either) in (record.degrees ?? {})) return either;
  return { key, side: from === record._id ? 'from' : 'to' };
}
