import fc from 'fast-check';
import type { ModelFilters } from './model-filter.ts';
import { valueOf } from './model-record.ts';

const comparisons = {
  '<': (one: number, other: number) => one < other,
  '>': (one: number, other: number) => one > other,
  '<=': (one: number, other: number) => one <= other,
  '>=': (one: number, other: number) => one >= other,
  '=': (one: number, other: number) => one === other,
};

const operators = fc.constantFrom(...(Object.keys(comparisons) as (keyof typeof comparisons)[]));
const numbers = fc.constantFrom(-2, 0, 1, 1.5, 2, 10, 999);

/** Numbers, compared; without an operator equal, and without a number unset. */
export const numberFilters: ModelFilters = (key) =>
  fc
    .record({
      operator: fc.option(operators, { nil: undefined }),
      number: fc.option(numbers, { nil: undefined, freq: 6 }),
      form: fc.constantFrom('object', 'text', 'alone', 'list'),
    })
    .map(({ operator, number, form }) => ({
      key,
      operand: numberOperand(operator, number, form),
      meets(record, caller) {
        const value = valueOf(record, key, caller) as number | undefined;
        if (number === undefined) return value === undefined;
        const isCompared = form === 'object' || form === 'text';
        return value !== undefined && comparisons[(isCompared && operator) || '='](value, number);
      },
    }));

function numberOperand(operator: string | undefined, number: number | undefined, form: string): unknown {
  if (form === 'alone') return number ?? '';
  if (form === 'list') return number === undefined ? [] : [number];
  const sent = form === 'text' && number !== undefined ? String(number) : number;
  return { ...(operator && { operator }), ...(sent !== undefined && { number: sent }) };
}

/** Yes, no or either; what is unset is what the field is declared to be then. */
export const truthFilters: ModelFilters = (key) =>
  fc.array(fc.tuple(fc.boolean(), fc.nat(3)), { maxLength: 2 }).map((asked) => ({
    key,
    operand: asked.map(([truth, form]) => (truth ? [1, '1', true, 'yes'] : [0, '0', false, 'false'])[form]),
    meets(record, caller) {
      const value = valueOf(record, key, caller);
      if (asked.length === 0) return value === undefined;
      const shown = value ?? key.endsWith('flag_on');
      return asked.some(([truth]) => truth === shown);
    },
  }));

const days = ['1969-12-30', '1970-01-01', '2020-01-01', '2020-01-02', '2020-01-03', '2020-02-29'];
const aDay = fc.option(fc.constantFrom(...days), { nil: undefined });

/** Days from the start of the first to the end of the last; one moment alone; nothing at all is unset. */
export const dateFilters: ModelFilters = (key) =>
  fc
    .oneof({ weight: 4, arbitrary: fc.record({ start: aDay, end: aDay }) }, fc.constantFrom(...days))
    .map((asked) => ({
      key,
      operand: typeof asked === 'string' ? [asked] : { ...asked },
      meets(record, caller) {
        const value = valueOf(record, key, caller) as number | undefined;
        if (typeof asked === 'string') return value !== undefined && Math.floor(value) === secondsOf(asked);
        const { start, end } = asked;
        if (start === undefined && end === undefined) return value === undefined;
        if (value === undefined) return false;
        const isLater = start === undefined || value >= secondsOf(start);
        return isLater && (end === undefined || value < secondsOf(end) + 86_400);
      },
    }));

function secondsOf(day: string): number {
  return Date.parse(day) / 1000;
}
