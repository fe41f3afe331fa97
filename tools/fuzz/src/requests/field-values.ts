import fc from 'fast-check';
import type { FieldDefinition } from '@svc/contracts';
import { plainText } from './texts.ts';

type Values = fc.Arbitrary<unknown>;

/** What values refer to. */
export interface References {
  readonly records: readonly number[];
  readonly users: readonly number[];
  readonly places: readonly number[];
}

/** What clients write to a field, and ask of it in a list. */
interface FieldValues {
  readonly write: Values;
  readonly filter: Values;
}

const flag = fc.constantFrom<unknown>(true, false, '1', '0');
const day = fc.constantFrom<unknown>(
  '2021-02-03',
  '1999-12-31',
  '2021-02-03 10:00:00',
  1_600_000_000,
  '1600000000',
  '',
);

function set(entry: Record<string, Values>, required: string): Values {
  const given: Record<string, Values> = { ...entry, delete: flag };
  const entries = fc.array(fc.record(given, { requiredKeys: [required] }), { maxLength: 3 });
  return fc.record({ values: entries, force_values: flag }, { requiredKeys: ['values'] });
}

/** An array of operands, some of them excluded, or one of the words that stand for several. */
function operands(of: Values, ...words: string[]): Values {
  const operand = fc.oneof(
    of,
    of.map((each) => `-${String(each)}`),
    fc.constantFrom('*', '-*', ...words),
  );
  return fc.array(operand, { maxLength: 3 });
}

const texts = operands(plainText, '^x');
const single = (write: Values, filter: Values = texts): FieldValues => ({
  write: fc.oneof({ weight: 6, arbitrary: write }, { weight: 1, arbitrary: fc.constantFrom('', null) }),
  filter,
});

type ByType = Readonly<Record<string, (refs: References, options: readonly string[]) => FieldValues>>;

const optionOf = (options: readonly string[]): Values => fc.constantFrom(...options, 'none');
const idOf = (ids: readonly number[]): Values => fc.constantFrom<unknown>(...ids, ...ids.map(String), 'me');

const tasks = set({ value: fc.record({ note: plainText }), date: day, category: plainText }, 'value');
const moments: Values = fc.oneof(
  fc.record({ start: day, end: day }, { requiredKeys: [] }),
  fc.array(day, { maxLength: 1 }),
);
const compared = fc.record({ operator: fc.constantFrom('<', '>', '<=', '>=', '='), number: fc.nat() });

const byType: ByType = {
  text: () => single(plainText),
  textarea: () => single(plainText),
  number: () => single(fc.oneof(fc.integer(), fc.nat().map(String)), fc.oneof(compared, fc.nat())),
  boolean: () => single(flag, fc.array(flag, { maxLength: 1 })),
  key_select: (_refs, options) => single(optionOf(options), operands(optionOf(options))),
  multi_select: (_refs, options) => ({
    write: set({ value: optionOf(options) }, 'value'),
    filter: operands(optionOf(options)),
  }),
  tags: () => ({ write: set({ value: plainText }, 'value'), filter: texts }),
  date: () => single(day, moments),
  datetime: () => single(day, moments),
  communication_channel: () => ({
    write: fc.oneof(
      set({ value: plainText, verified: flag }, 'value'),
      fc.array(fc.record({ value: plainText }), { maxLength: 2 }),
    ),
    filter: texts,
  }),
  user_select: ({ users }) =>
    single(fc.oneof(idOf(users), fc.constantFrom(...users.map((id) => `user-${id}`))), operands(idOf(users))),
  connection: ({ records }) => ({
    write: set({ value: idOf(records), meta: fc.record({ role: plainText }) }, 'value'),
    filter: operands(idOf(records)),
  }),
  location: ({ places }) => ({
    write: set({ value: idOf(places) }, 'value'),
    filter: operands(idOf(places)),
  }),
  location_meta: ({ places }) => ({
    write: set(
      {
        grid_id: idOf(places),
        lng: fc.double({ min: -180, max: 180 }),
        lat: fc.nat({ max: 90 }),
        label: plainText,
      },
      'grid_id',
    ),
    filter: operands(idOf(places)),
  }),
  link: () => ({
    write: set({ value: plainText, type: fc.constantFrom('default', 'web') }, 'value'),
    filter: texts,
  }),
  array: () => single(fc.array(plainText, { maxLength: 3 })),
  task: () => ({ write: tasks, filter: texts }),
  post_user_meta: () => ({ write: tasks, filter: texts }),
};

/** What clients write to a field of a type, and ask of it; texts, for a type that they only read. */
export function valuesOfField({ type, default: options }: FieldDefinition, refs: References): FieldValues {
  const keys = typeof options === 'object' && options !== null ? Object.keys(options) : [];
  return (byType[type] ?? byType['text']!)(refs, keys);
}
