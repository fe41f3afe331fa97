import { listLimits, msg, type Message } from '@svc/contracts';
import { signed, textOperands, type Signed } from './filter-operands.ts';
import type { Field } from '../../model/field.ts';
import type { Condition, ParsedFilter } from '../../model/filter.ts';
import { containing, equalling } from './text-pattern.ts';

/** The conditions of a text filter on the value at a path. */
export interface TextLookup {
  /** One of the value's texts matches the pattern. */
  readonly matches: (path: string, pattern: RegExp) => Condition;
  /** The value contains a text. */
  readonly isSet: (path: string) => Condition;
}

export interface TextOperand {
  readonly kind: 'contains' | 'equals' | 'any';
  readonly text: string;
}

const inOneText: TextLookup = {
  matches: (path, pattern) => ({ [path]: pattern }),
  isSet: (path) => ({ [path]: { $nin: [null, ''] } }),
};

/**
 * Filters by texts (docs/list-query.md#filters): a plain operand matches anywhere in the text, one with `^` the whole text, `*` any
 * text; without operands, records without a text match. Ignores case. One included operand must match, and no operand with `-`.
 */
export function textFilter(operand: unknown, field: Field, references: TextLookup = inOneText): ParsedFilter {
  const given = readTextOperands(operand, field);
  if ('problem' in given) return given;
  const { included, excluded } = given.operands;
  return {
    filter: {
      matchesUnset: included.length === 0,
      resolve: ({ path }) => ({ condition: conditionOf(path, { included, excluded }, references) }),
    },
  };
}

export function readTextOperands(
  operand: unknown,
  field: Field,
): { readonly operands: Signed<TextOperand> } | { readonly problem: Message } {
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

function conditionOf(
  path: string,
  { included, excluded }: Signed<TextOperand>,
  references: TextLookup,
): Condition {
  const one = (operand: TextOperand) => operandCondition(path, operand, references);
  if (included.length === 0 && excluded.length === 0) return { $nor: [references.isSet(path)] };
  return {
    ...(included.length > 0 ? { $or: included.map(one) } : {}),
    ...(excluded.length > 0 ? { $nor: excluded.map(one) } : {}),
  };
}

function operandCondition(path: string, { kind, text }: TextOperand, references: TextLookup): Condition {
  if (kind === 'any') return references.isSet(path);
  return references.matches(path, kind === 'equals' ? equalling(text) : containing(text));
}
