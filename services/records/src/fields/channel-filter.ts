import type { Field, ParsedFilter } from './field-type.ts';
import { textFilter, type TextLookup } from './text-filter.ts';

const inValues: TextLookup = {
  matches: (path, pattern) => ({ [`${path}.value`]: pattern }),
  isSet: (path) => ({ [`${path}.value`]: { $gt: '' } }),
};

/** Texts of the entries of a channel: an excluded one keeps a record out when any of its entries matches. */
export function channelFilter(operand: unknown, field: Field): ParsedFilter {
  return textFilter(operand, field, inValues);
}
