import fc from 'fast-check';
import type { FieldDefinition } from '@svc/contracts';
import { plainText } from './texts.ts';

type Values = fc.Arbitrary<unknown>;

export interface References {
  readonly records: Readonly<Record<string, readonly number[]>>;
  readonly users: readonly number[];
  readonly places: readonly number[];
}

interface FieldValues {
  readonly write: Values;
  /** Absent when lists cannot be filtered by the field. */
  readonly filter?: Values;
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

/** A change of a field with several values: a list of entries, and `force_values`. */
function set(entry: Record<string, Values>, required: string): Values {
  const entries = fc.array(fc.record(entry, { requiredKeys: [required] }), { maxLength: 3 });
  return fc.record({ values: entries, force_values: flag }, { requiredKeys: ['values'] });
}

const valueSet = (value: Values, more: Record<string, Values> = {}): Values =>
  set({ value, ...more, delete: flag }, 'value');

/** An array of operands, some of them excluded. */
function operands(of: Values): Values {
  const operand = fc.oneof(
    of,
    of.map((each) => `-${String(each)}`),
  );
  return fc.array(operand, { maxLength: 3 });
}

const orAny = (of: Values, ...words: string[]): Values => fc.oneof(of, fc.constantFrom('*', '-*', ...words));
const texts = operands(orAny(plainText, '^x'));
const single = (write: Values, filter: Values = texts): FieldValues => ({
  write: fc.oneof({ weight: 6, arbitrary: write }, { weight: 1, arbitrary: fc.constantFrom('', null) }),
  filter,
});

interface Described {
  readonly refs: References;
  readonly options: readonly string[];
  /** The post type at the other end of a connection. */
  readonly postType: string;
}

type ByType = Readonly<Record<string, (of: Described) => FieldValues>>;

const idOf = (ids: readonly number[]): Values => fc.constantFrom<unknown>(...ids, ...ids.map(String));
const somebody = (users: readonly number[]): Values => fc.oneof(idOf(users), fc.constant('me'));
const optionOf = (options: readonly string[]): Values => fc.constantFrom(...options);

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
  key_select: ({ options }) => single(optionOf(options), operands(orAny(optionOf(options), 'none'))),
  // Without options the values are users: the followers.
  multi_select: ({ options, refs: { users } }) =>
    options.length > 0
      ? { write: valueSet(optionOf(options)), filter: operands(orAny(optionOf(options))) }
      : { write: valueSet(idOf(users)), filter: operands(somebody(users)) },
  tags: () => ({ write: valueSet(plainText), filter: texts }),
  date: () => single(day, moments),
  datetime: () => single(day, moments),
  communication_channel: () => ({
    write: fc.oneof(
      set({ value: plainText, verified: flag }, 'value'),
      fc.array(fc.record({ value: plainText }), { maxLength: 2 }),
    ),
    filter: texts,
  }),
  user_select: ({ refs: { users } }) =>
    single(
      fc.oneof(idOf(users), fc.constantFrom(...users.map((id) => `user-${id}`))),
      operands(somebody(users)),
    ),
  connection({ refs: { records }, postType }) {
    const id = idOf(records[postType] ?? [0]);
    return { write: valueSet(id, { meta: fc.record({ role: plainText }) }), filter: operands(orAny(id)) };
  },
  location: ({ refs: { places } }) => ({ write: valueSet(idOf(places)), filter: operands(idOf(places)) }),
  location_meta: ({ refs: { places } }) => ({
    write: set(
      {
        grid_id: idOf(places),
        lng: fc.double({ min: -180, max: 180 }),
        lat: fc.nat({ max: 90 }),
        label: plainText,
      },
      'grid_id',
    ),
  }),
  link: () => ({
    write: set({ value: plainText, type: fc.constantFrom('default', 'web') }, 'value'),
    filter: texts,
  }),
  array: () => ({ write: fc.array(plainText, { maxLength: 3 }) }),
  task: () => ({ write: tasks }),
  post_user_meta: () => ({ write: tasks }),
  image: () => ({ write: plainText }),
};

/** Values for a field of a type; texts for types that clients cannot write. */
export function valuesOfField(field: FieldDefinition, refs: References): FieldValues {
  const { type, default: declared, post_type: postType = '' } = field;
  const options = typeof declared === 'object' && declared !== null ? Object.keys(declared) : [];
  return (byType[type] ?? byType['text']!)({ refs, options, postType });
}
