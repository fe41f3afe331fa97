import { listLimits, msg, type Message } from '@svc/contracts';
import { textOperands } from './filter-operands.ts';
import type { Field } from '../../model/field.ts';
import type { Condition, ParsedFilter } from '../../model/filter.ts';
import { containing, equalling } from './text-pattern.ts';

/** How a filter of texts looks into the value at a path. */
export interface TextLookup {
  /** Some text of the value matches. */
  readonly matches: (path: string, pattern: RegExp) => Condition;
  /** There is a text in it. */
  readonly isSet: (path: string) => Condition;
}

/** One operand of a filter of texts. */
export interface TextOperand {
  readonly kind: 'contains' | 'equals' | 'any';
  readonly text: string;
}

/** Operands that include and those that exclude; both empty means unset. */
export interface TextOperands {
  readonly included: readonly TextOperand[];
  readonly excluded: readonly TextOperand[];
}

const inOneText: TextLookup = {
  matches: (path, pattern) => ({ [path]: pattern }),
  isSet: (path) => ({ [path]: { $nin: [null, ''] } }),
};

/**
 * Texts (docs/list-query.md#filters): a plain operand is found anywhere in the text, `^` before it means equal, `-` excludes, `*` is any text, and no operand
 * at all is none. Case does not count. Included ones are ORed, excluded ones keep a record out.
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

/** Reads the operands of a filter of texts. */
export function readTextOperands(
  operand: unknown,
  field: Field,
): { readonly operands: TextOperands } | { readonly problem: Message } {
  const given = textOperands(operand, field);
  if ('problem' in given) return given;
  if (given.operands.some((text) => text.length > listLimits.text))
    return { problem: msg`${field.key} may have operands of at most ${listLimits.text} characters` };
  const isExcluding = (text: string) => text.startsWith('-');
  return {
    operands: {
      included: given.operands.filter((text) => !isExcluding(text)).map(toOperand),
      excluded: given.operands.filter(isExcluding).map((text) => toOperand(text.slice(1))),
    },
  };
}

function toOperand(text: string): TextOperand {
  if (text === '*') return { kind: 'any', text };
  return text.startsWith('^') ? { kind: 'equals', text: text.slice(1) } : { kind: 'contains', text };
}

function conditionOf(path: string, { included, excluded }: TextOperands, references: TextLookup): Condition {
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
