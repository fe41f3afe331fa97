import fc from 'fast-check';
import { valueOf, valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';

/** A question about records; the model's answer to it. */
export type Meets = (record: ModelRecord, caller: ModelCaller) => boolean;

/** A filter as a client sends it, and which records meet it. */
export interface ModelFilter {
  readonly key: string;
  readonly operand: unknown;
  readonly meets: Meets;
}

/** Filters of one field. */
export type ModelFilters = (key: string) => fc.Arbitrary<ModelFilter>;

/** One operand of several: what it asks for, and whether it keeps records out instead. */
export interface Asked<What> {
  readonly not: boolean;
  readonly what: What;
}

/** The rule of several operands: one of the included is met, if there are any, and none of the excluded. */
export function meetsAll<What>(asked: readonly Asked<What>[], isMet: (what: What) => boolean): boolean {
  const included = asked.filter(({ not }) => !not);
  const isIncluded = included.length === 0 || included.some(({ what }) => isMet(what));
  return isIncluded && !asked.some(({ not, what }) => not && isMet(what));
}

/** An operand as it is written: `-` before what keeps records out. */
export function written({ not, what }: Asked<string | number>): string | number {
  return not ? `-${what}` : what;
}

/** Options and tags, of which a field holds one or several. `none` is also said by an option that is unset. */
export const optionFilters: ModelFilters = (key) =>
  several(fc.constantFrom('one', 'two', 'three', 'none', 'One', '*', 'a tag')).map((asked) => ({
    key,
    operand: asked.map(written),
    meets(record, caller) {
      const held = valuesOf<string>(record, key, caller);
      if (asked.length === 0) return held.length === 0;
      const orUnset = key.endsWith('an_option') && asked.some(({ not, what }) => !not && what === 'none');
      const isOut = asked.some(({ not, what }) => not && held.includes(what));
      return orUnset && held.length === 0 ? !isOut : meetsAll(asked, (what) => held.includes(what));
    },
  }));

/** Filters by operands of which one has to be met; without any they are met by fields that hold nothing. */
function heldFilters<What extends string | number>(
  operands: readonly What[],
  isMet: (held: readonly unknown[], what: What, caller: ModelCaller) => boolean,
  heldIn: (record: ModelRecord, key: string, caller: ModelCaller) => readonly unknown[] = valuesOf,
): ModelFilters {
  return (key) =>
    several(fc.constantFrom(...operands)).map((asked) => ({
      key,
      operand: asked.map(written),
      meets(record, caller) {
        const held = heldIn(record, key, caller);
        return asked.length === 0 ? held.length === 0 : meetsAll(asked, (what) => isMet(held, what, caller));
      },
    }));
}

/** Users by id, or the caller. */
export const userFilters = heldFilters<number | string>(
  [3, 4, 5, 11, 77, 'me', 'user-4'],
  (held, what, { userId }) =>
    held.includes(what === 'me' ? userId : Number(String(what).replace('user-', ''))),
  usersOf,
);

function usersOf(record: ModelRecord, key: string, caller: ModelCaller): readonly unknown[] {
  if (key === 'shared_with') return record.sharedWith;
  const user = valueOf(record, key, caller);
  return user === undefined ? [] : [user];
}

/** Each place with all that lies in it: two countries, the first with two parts. */
const within: Readonly<Record<number, readonly number[]>> = {
  100: [100, 101, 102],
  101: [101],
  102: [102],
  200: [200],
};

/** Places with everything below them. */
export const placeFilters = heldFilters([100, 101, 102, 200, 999], (held, what) =>
  held.some((place) => within[what]?.includes(place as number)),
);

/** Connected records by id, any of them, or the caller's contact. */
export const connectionFilters = (ids: readonly number[]) =>
  heldFilters<number | string>([...ids, '*', 'me', 99_999], (held, what, { contact }) =>
    what === '*' ? held.length > 0 : held.includes(what === 'me' ? contact : what),
  );

/** Files: any, or none. */
export const fileFilters: ModelFilters = (key) =>
  fc.boolean().map((isAny) => ({
    key,
    operand: isAny ? ['*'] : [],
    meets: (record, caller) => valuesOf(record, key, caller).length > 0 === isAny,
  }));

function several<What>(what: fc.Arbitrary<What>): fc.Arbitrary<Asked<What>[]> {
  return fc.array(fc.record({ not: fc.boolean(), what }), { maxLength: 4 });
}

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
