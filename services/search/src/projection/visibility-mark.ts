import { createHash } from 'node:crypto';
import type { SearchDocument } from '@svc/contracts';

/** The visibility mark of a deleted record, which nobody may see. */
export const deletedMark = 'deleted';

/** A digest that is the same for equal visibilities only. */
export function visibilityMark({ shared_with, type, sources }: SearchDocument['visibility']): string {
  const ordered = [shared_with.toSorted((one, other) => one - other), type, sources.toSorted()];
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url').slice(0, 22);
}
