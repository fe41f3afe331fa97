import { asMessage, isMessage, msg, type Message, type MessageTemplate } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown, type Parsed } from '../../model/field-type/problem.ts';
import type { Condition, FilterAt, ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';
import { parseMoment } from '../shared/parse-moment.ts';
import { isBlank } from '../shared/plain-text.ts';
import { singleValue } from '../shared/single-value.ts';

/** The declared default of a date that is the present day: settings show the moment at which it begins. */
export const presentDay = 'today';

const daySeconds = 24 * 60 * 60;

/** A day, stored as Unix seconds. "" and null unset. */
export const date: FieldType<number, number | null> = {
  name: 'date',
  storedAs: 'number',

  write: {
    ...singleValue.write,
    parse: (input, field) => parseDate(input, field, 'yyyy-mm-dd'),
    // 0 is a stored date, not an empty value.
    keepExisting: (before, change) => (before === undefined ? change : undefined),
  },

  read: {
    shape: (stored, _field, { site }) => (stored === undefined ? undefined : site.dateShape(stored)),
    shownDefault: (declared) => (declared === presentDay ? startOfToday() : declared),
  },

  query: {
    ...singleValue.query,
    filter: (operand, field) => dateFilter(operand, field),
    sortKey: (stored) => stored,
    buckets: {
      groups: 'dates',
      show: (value: number, _field, { site }) => ({
        value: String(value),
        label: site.dateShape(value).formatted,
      }),
    },
  },

  history: {
    ...singleValue.history,
    note: (row, field) =>
      row.metaValue === valueDeleted
        ? msg`${field.definition.name} removed`
        : msg`${field.definition.name}: {${row.metaValue}}`,
  },

  exchange: {
    ...singleValue.exchange,
    plainValues: (stored) => [new Date(stored * 1000).toISOString().replace('T00:00:00.000Z', '')],
  },
};

// Unlike a date, a datetime is overwritten even by a write that keeps existing values.
const { keepExisting: _ofDays, ...writeLikeDate } = date.write;

/** A moment, stored as Unix seconds. Text without a timezone is UTC. "" and null unset. */
export const datetime: FieldType<number, number | null> = {
  ...date,
  name: 'datetime',
  storedLike: 'date',

  write: {
    ...writeLikeDate,
    parse: (input, field) => parseDate(input, field, 'yyyy-mm-dd hh:mm with a timezone'),
  },

  read: {
    ...date.read,
    shape: (stored, _field, { site }) => (stored === undefined ? undefined : site.dateTimeShape(stored)),
  },

  query: {
    ...date.query,
    buckets: {
      groups: 'dates',
      show: (value: number, _field, { site }) => ({
        value: String(value),
        label: site.dateTimeShape(value).formatted,
      }),
    },
  },
};

/** In Unix seconds, in UTC: the same all day, so that settings keep their entity tag. */
function startOfToday(): number {
  const now = Math.floor(Date.now() / 1000);
  return now - (now % daySeconds);
}

/** Parses a moment; a refusal names `form` as the expected format. */
function parseDate(input: unknown, field: DeclaredField, form: Message): Parsed<number | null> {
  if (input === null || input === '') return { change: null };
  const seconds = parseMoment(input);
  if (seconds !== undefined) return { change: seconds };
  const { name } = field.type;
  return problem(
    msg`${name} value must be ${asMessage(form)} or a Unix timestamp: ${field.key}, received ${shown(input)}`,
  );
}

const secondsOfDay = 86_400;

/** Unix seconds: `from` is inclusive, `before` exclusive. */
interface Range {
  readonly from?: number;
  readonly before?: number;
}

/**
 * Filters by days `{start?, end?}`, both inclusive (docs/reference/list-query.md#filters), or by an array of one moment. An empty operand matches
 * unset fields.
 */
function dateFilter(operand: unknown, field: DeclaredField): ParsedFilter {
  if (isBlank(operand)) return { filter: unsetFilter };
  if (typeof operand !== 'object') return { problem: msg`${field.key} must be an array` };
  if (Object.values(operand).every(isBlank)) return { filter: unsetFilter };
  const range = Array.isArray(operand) ? momentOf(operand, field) : rangeOf(operand, field);
  if (isMessage(range)) return { problem: range };
  return { filter: { matchesUnset: false, resolve: (at) => ({ condition: conditionOf(range, at) }) } };
}

function momentOf(operand: readonly unknown[], field: DeclaredField): Range | MessageTemplate {
  const from = operand.length === 1 ? parseMoment(operand[0]) : undefined;
  return from === undefined ? wrongForm(field, operand) : { from, before: from + 1 };
}

function rangeOf(operand: unknown, field: DeclaredField): Range | MessageTemplate {
  const { start, end } = operand as { start?: unknown; end?: unknown };
  const range: { from?: number; before?: number } = {};
  if (!isBlank(start)) {
    const from = parseMoment(start);
    if (from === undefined) return wrongForm(field, start);
    range.from = dayOf(from);
  }
  if (!isBlank(end)) {
    const last = parseMoment(end);
    if (last === undefined) return wrongForm(field, end);
    range.before = dayOf(last) + secondsOfDay;
  }
  return range.from === undefined && range.before === undefined ? wrongForm(field, operand) : range;
}

function dayOf(seconds: number): number {
  return Math.floor(seconds / secondsOfDay) * secondsOfDay;
}

function wrongForm(field: DeclaredField, received: unknown): MessageTemplate {
  return msg`${field.key} must be filtered by {start, end} with dates yyyy-mm-dd, received ${shown(received)}`;
}

function conditionOf({ from, before }: Range, { path, moment }: FilterAt): Condition {
  return {
    [path]: {
      ...(from === undefined ? {} : { $gte: moment(from) }),
      ...(before === undefined ? {} : { $lt: moment(before) }),
    },
  };
}
