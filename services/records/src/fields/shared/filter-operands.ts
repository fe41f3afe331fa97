import { listLimits, msg, type Message, asMessage } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import { shown } from '../../model/field-type/problem.ts';
import { textOf } from './plain-text.ts';

/** The operands of a filter, or why they are invalid. */
export type Operands<All> = { readonly operands: All } | { readonly problem: Message };

type FilteredField = Pick<DeclaredField, 'key'>;

/** The operands of a filter, which must be an array. One empty text, `tags[]=` in a query string, means an empty array. */
export function operandsOf(operand: unknown, field: FilteredField): Operands<readonly unknown[]> {
  if (!Array.isArray(operand)) return { problem: msg`${field.key} must be an array` };
  const operands = operand as readonly unknown[];
  if (operands.length > listLimits.operands)
    return { problem: msg`${field.key} may have at most ${listLimits.operands} operands` };
  return { operands: operands.length === 1 && operands[0] === '' ? [] : operands };
}

/** The operands of a filter, which must be an array of texts; numbers are converted to text. */
export function textOperands(operand: unknown, field: FilteredField): Operands<readonly string[]> {
  const given = operandsOf(operand, field);
  if ('problem' in given) return given;
  const operands = given.operands.map(textOf);
  if (!operands.every((text) => text !== undefined))
    return { problem: msg`${field.key} must be an array of strings` };
  return { operands };
}

/** Operands that include and those that exclude; both empty means unset. */
export interface Signed<Operand = string> {
  readonly included: readonly Operand[];
  readonly excluded: readonly Operand[];
}

/**
 * The operands of a filter, which must be an array of words that match `pattern`; `what` describes them in the refusal. A word with `-`
 * before it is excluded.
 */
export function signedWords(
  operand: unknown,
  field: FilteredField,
  { pattern, what }: { readonly pattern: RegExp; readonly what: Message },
): Signed | { readonly problem: Message } {
  const given = operandsOf(operand, field);
  if ('problem' in given) return given;
  const words = given.operands.map((each) => textOf(each)?.trim() ?? '');
  const wrong = words.findIndex((word) => !pattern.test(word.replace(/^-/, '')));
  if (wrong !== -1)
    return {
      problem: msg`${field.key} must be filtered by ${asMessage(what)}, received ${shown(given.operands[wrong])}`,
    };
  return signed(words);
}

/** Separates included operands from those with `-`, which it removes. */
export function signed(operands: readonly string[]): Signed {
  return {
    included: operands.filter((operand) => !operand.startsWith('-')),
    excluded: operands.filter((operand) => operand.startsWith('-')).map((operand) => operand.slice(1)),
  };
}
