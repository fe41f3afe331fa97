import { keepingOf } from '../model/stored-value.ts';
import type { FieldChange, WrittenByRequest } from './revision.ts';

/** What consumers learn of a request: not which private fields it wrote. */
export function writtenBy(
  changes: readonly FieldChange[],
  { silent, occasion }: Omit<WrittenByRequest, 'fields'>,
): WrittenByRequest {
  const told = changes.filter(({ field }) => keepingOf(field) !== 'private');
  return { fields: told.map(({ field }) => field.key), silent, ...(occasion && { occasion }) };
}
