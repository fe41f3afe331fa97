import { createHash } from 'node:crypto';
import type { SearchDocument } from '@svc/contracts';

/** The mark of a record that is deleted: nobody sees it. */
export const deletedMark = 'deleted';

/** A short text that is the same for the same visibility and for no other. */
export function visibilityMark({ shared_with, type, sources }: SearchDocument['visibility']): string {
  const ordered = [shared_with.toSorted((one, other) => one - other), type, sources.toSorted()];
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url').slice(0, 22);
}
