import { say, saying, type Saying } from '@svc/contracts';
import type { ActivityRow } from '../activity/activity-row.ts';
import type { LinkedRecords } from './linked-records.ts';
import { linkText } from './link-text.ts';

/** The note of a connection on a record whose type has no field for it; undefined for rows of other kinds. */
export function noteWithoutField(
  row: Pick<ActivityRow, 'action' | 'metaValue'>,
  records: LinkedRecords,
  labelOf: (postType: string) => string,
): Saying | undefined {
  const isRemoval = row.action === 'disconnected from';
  if (row.action !== 'connected to' && !isRemoval) return undefined;
  const id = Number(row.metaValue);
  const other = records.get(id);
  const label = saying(other ? labelOf(other.postType) : 'record');
  const link = linkText(other, id);
  return isRemoval ? say`Removed connection to ${label} ${link}` : say`Connected to ${label} ${link}`;
}
