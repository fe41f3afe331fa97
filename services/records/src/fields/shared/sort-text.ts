import { foldText } from '../../model/fold-text.ts';

/** Lists sort texts by this many characters. */
const sortedLength = 100;

/** The form of a text by which lists sort: without case and accents. Undefined for a blank text. */
export function sortText(value: string): string | undefined {
  const folded = foldText(value.trim().slice(0, sortedLength)).toWellFormed();
  return folded === '' ? undefined : folded;
}
