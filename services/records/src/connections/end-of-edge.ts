import type { EdgeDocument } from '../store/edge-model.ts';
import type { RecordDocument } from '../store/record-document.ts';
import { endName, type End } from './side.ts';

/** Which end of an edge a record is: its own counts tell whether both ends are the same. */
export function endOfEdge(
  { key, from }: Pick<EdgeDocument, 'key' | 'from'>,
  record: Pick<RecordDocument, '_id' | 'degrees'>,
): End {
  const either: End = { key, side: 'any' };
  if (endName(either) in (record.degrees ?? {})) return either;
  return { key, side: from === record._id ? 'from' : 'to' };
}
