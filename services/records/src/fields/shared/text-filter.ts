import { listLimits, msg } from '@svc/contracts';
import { signed, textOperands, type Operands, type Signed } from './filter-operands.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { Condition, ParsedFilter } from '../../model/filter.ts';
import { containing, equalling } from './text-pattern.ts';

export interface TextOperand {
  readonly kind: 'contains' | 'equals' | 'any';
  readonly text: string;
}

/**
 * Filters by texts (docs/reference/list-query.md#filters): a plain operand matches anywhere in the text, one with `^` the whole text, `*` any
 * text; without operands, records without a text match. Ignores case. One included operand must match, and no operand with `-`.
 * @param entryPath the path of the texts within the value, if it is a list of entries.
 */
export function textFilter(operand: unknown, field: DeclaredField, entryPath = ''): ParsedFilter {
  const given = readTextOperands(operand, field);
  if ('problem' in given) return given;
  const { operands } = given;
  return {
    filter: {
      matchesUnset: operands.included.length === 0,
      resolve: ({ path }) => ({ condition: textCondition(operands, textMatch(`${path}${entryPath}`)) }),
    },
  };
}

export function readTextOperands(operand: unknown, field: DeclaredField): Operands<Signed<TextOperand>> {
  const given = textOperands(operand, field);
  if ('problem' in given) return given;
  if (given.operands.some((text) => text.length > listLimits.text))
    return { problem: msg`${field.key} may have operands of at most ${listLimits.text} characters` };
  const { included, excluded } = signed(given.operands);
  return { operands: { included: included.map(toOperand), excluded: excluded.map(toOperand) } };
}

function toOperand(text: string): TextOperand {
  if (text === '*') return { kind: 'any', text };
  return text.startsWith('^') ? { kind: 'equals', text: text.slice(1) } : { kind: 'contains', text };
}

/** The condition that a value meets these operands; `matches` is the condition of one of them. */
export function textCondition(
  { included, excluded }: Signed<TextOperand>,
  matches: (operand: TextOperand) => Condition,
): Condition {
  if (included.length + excluded.length === 0) return { $nor: [matches({ kind: 'any', text: '*' })] };
  return {
    ...(included.length > 0 ? { $or: included.map(matches) } : {}),
    ...(excluded.length > 0 ? { $nor: excluded.map(matches) } : {}),
  };
}

function textMatch(path: string) {
  return ({ kind, text }: TextOperand): Condition => {
    if (kind === 'any') return { [path]: { $gt: '' } };
    return { [path]: kind === 'equals' ? equalling(text) : containing(text) };
  };
}
