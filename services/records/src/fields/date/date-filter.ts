import { isMessage, msg, type MessageTemplate } from '@svc/contracts';
import { shown, type Field } from '../../model/field.ts';
import type { Condition, FilterAt, ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';
import { parseMoment } from '../shared/parse-moment.ts';

const secondsOfDay = 86_400;

/** Unix seconds: `from` is inclusive, `before` exclusive. */
interface Range {
  readonly from?: number;
  readonly before?: number;
}

/**
 * Filters by days `{start?, end?}`, both inclusive (docs/list-query.md#filters), or by an array of one moment. An empty operand matches
 * unset fields.
 */
export function dateFilter(operand: unknown, field: Field): ParsedFilter {
  if (isNothing(operand)) return { filter: unsetFilter };
  if (typeof operand !== 'object') return { problem: msg`${field.key} must be an array` };
  const range = Array.isArray(operand) ? momentOf(operand, field) : rangeOf(operand, field);
  if (isMessage(range)) return { problem: range };
  return { filter: { matchesUnset: false, resolve: (at) => ({ condition: conditionOf(range, at) }) } };
}

function isNothing(operand: unknown): boolean {
  if (isUnset(operand)) return true;
  return typeof operand === 'object' && Object.values(operand as object).every(isUnset);
}

function isUnset(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function momentOf(operand: readonly unknown[], field: Field): Range | MessageTemplate {
  const from = operand.length === 1 ? parseMoment(operand[0]) : undefined;
  return from === undefined ? wrongForm(field, operand) : { from, before: from + 1 };
}

function rangeOf(operand: unknown, field: Field): Range | MessageTemplate {
  const { start, end } = operand as { start?: unknown; end?: unknown };
  const range: { from?: number; before?: number } = {};
  if (!isUnset(start)) {
    const from = parseMoment(start);
    if (from === undefined) return wrongForm(field, start);
    range.from = dayOf(from);
  }
  if (!isUnset(end)) {
    const last = parseMoment(end);
    if (last === undefined) return wrongForm(field, end);
    range.before = dayOf(last) + secondsOfDay;
  }
  return range.from === undefined && range.before === undefined ? wrongForm(field, operand) : range;
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / secondsOfDay) * secondsOfDay;
}

function wrongForm(field: Field, received: unknown): MessageTemplate {
  return msg`${field.key} is filtered by {start, end} with dates yyyy-mm-dd, received ${shown(received)}`;
}

function conditionOf({ from, before }: Range, { path, moment }: FilterAt): Condition {
  return {
    [path]: {
      ...(from === undefined ? {} : { $gte: moment(from) }),
      ...(before === undefined ? {} : { $lt: moment(before) }),
    },
  };
}
