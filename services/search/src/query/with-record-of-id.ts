import { foldText } from '../engine/fold-text.ts';
import type { Candidate } from './hit.ts';

const recordId = /^\d{1,15}$/;

/** For a number, puts the record with this id first, whether the text was found in it or not. */
export function withRecordOfId(candidates: readonly Candidate[], text: string): Candidate[] {
  const number = foldText(text).trim();
  const id = recordId.test(number) ? Number(number) : 0;
  if (id < 1) return [...candidates];
  const found = candidates.find((candidate) => candidate.id === id);
  const others = candidates.filter((candidate) => candidate !== found);
  return [{ ...found, id, isId: true }, ...others];
}
