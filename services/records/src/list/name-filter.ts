import type { Condition, Field, FieldFilter, FoundBy, ParsedFilter } from '../fields/field-type.ts';
import { readTextOperands, type TextOperand } from '../fields/text-filter.ts';
import { foldText } from '../derived/fold-text.ts';
import { textWord } from '../derived/record-texts.ts';
import { longestPart, nameEquals, namePattern } from './name-pattern.ts';

const path = 'searched.name';

/** A text that every name contains. */
const anyName: FieldFilter = { matchesUnset: true, resolve: () => ({ condition: {} }) };

/**
 * Names (facts of field filters): like other texts, but a text alone is a list of it, blanks stand for anything, and neither case nor
 * accents count.
 */
export function nameFilter(operand: unknown, field: Field): ParsedFilter {
  if (operand === '') return { filter: anyName };
  const isAlone = typeof operand === 'string' || typeof operand === 'number';
  const given = readTextOperands(isAlone ? [operand] : operand, field);
  if ('problem' in given) return given;
  const { included, excluded } = given.operands;
  const filter: FieldFilter = {
    matchesUnset: false,
    resolve: (): FoundBy => ({ condition: conditionOf(included, excluded), ...candidatesOf(included) }),
  };
  return { filter };
}

/** The condition on names that contain one text; every name does that contains nothing. */
function one({ kind, text }: TextOperand): Condition {
  if (kind === 'any') return { [path]: { $gt: '' } };
  return { [path]: kind === 'equals' ? nameEquals(text) : namePattern(text) };
}

function conditionOf(included: readonly TextOperand[], excluded: readonly TextOperand[]): Condition {
  if (included.length === 0 && excluded.length === 0) return { [path]: '' };
  return {
    ...(included.length > 0 ? { $or: included.map(one) } : {}),
    ...(excluded.length > 0 ? { $nor: excluded.map(one) } : {}),
  };
}

function candidatesOf(included: readonly TextOperand[]): Pick<FoundBy, 'candidates'> {
  const parts = included.map(({ kind, text }) => (kind === 'any' ? '' : longestPart(foldText(text))));
  if (parts.length === 0 || parts.includes('')) return {};
  return { candidates: { texts: parts.map((part) => textWord('name', part)) } };
}
