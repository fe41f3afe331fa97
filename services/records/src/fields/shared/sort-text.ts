import { foldText } from '../../model/fold-text.ts';

/** Longest part of a text that decides its place in a list. */
const sortedLength = 100;

/** The form of a text that lists are sorted by: without case and accents. Empty text has none. */
export function sortText(value: string): string | undefined {
  const folded = foldText(value.trim().slice(0, sortedLength)).toWellFormed();
  return folded === '' ? undefined : folded;
}
