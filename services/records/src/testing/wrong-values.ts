import fc from 'fast-check';

const words = fc.string({ unit: 'grapheme', minLength: 1 }).map((text) => `no ${text} value`);
const lists = fc.array(fc.jsonValue({ maxDepth: 1 }));
const maps = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true })
  .filter((map) => !('values' in map));
const operators = fc.constantFrom({ $gt: '' }, { $ne: null }, { $where: '1' }, [{ $in: [] }], {
  values: { $gt: 1 },
});
const shapes = fc.oneof(lists, maps, operators);
const inSet = (value: fc.Arbitrary<unknown>) => value.map((wrong) => ({ values: [{ value: wrong }] }));
const fraction = fc.integer({ min: 1, max: 1_000_000 }).map((number) => number + 0.5);
const control = fc.constantFrom('\u0000', 'a\u0007b', '\u001b[0m');
const long = fc.constant('x'.repeat(70_000));

const wrongMoment = fc.oneof(
  shapes,
  fc.boolean(),
  words,
  fc.constantFrom('2021-02-30', '2021-13-01', '99999999999999'),
);

const wrongSet = fc.oneof(
  fc.boolean(),
  fc.integer(),
  words,
  lists,
  maps,
  fc.constant(null),
  inSet(fc.oneof(fc.boolean(), lists, maps, fc.constant(null), fc.constant(' '), control, long)),
  fc.oneof(words, fc.integer(), fc.constant(null)).map((entry) => ({ values: [entry] })),
);

/** Values that each field of the sample post type has to refuse. */
export const wrongValues: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: fc.oneof(fc.boolean(), shapes, fc.constantFrom('', ' '), control, long),
  a_text: fc.oneof(fc.boolean(), shapes, control, long),
  a_textarea: fc.oneof(fc.boolean(), shapes, control),
  a_number: fc.oneof(fc.boolean(), shapes, words, fc.constantFrom('0x1', 'NaN', 'Infinity', '1,5', ' ')),
  a_flag: fc.oneof(shapes, words, fraction),
  an_option: fc.oneof(fc.boolean(), fc.integer(), words, fc.constantFrom('One', 'constructor', '__proto__')),
  some_options: fc.oneof(wrongSet, inSet(fc.oneof(words, fc.constantFrom('One', 'toString')))),
  some_tags: wrongSet,
  a_date: wrongMoment,
  a_datetime: wrongMoment,
  a_channel: fc.oneof(
    fc.boolean(),
    fc.integer(),
    words,
    maps,
    fc.constant(null),
    fc
      .oneof(
        words,
        fc.constant(null),
        fc.constantFrom({}, { delete: true }, { value: null }, { key: 'k' }, { key: 5, value: '1' }),
        fc.oneof(fc.boolean(), maps, lists, control, long).map((value) => ({ value })),
        fc.oneof(maps, lists).map((meta) => ({ value: '1', meta })),
        fc.constantFrom('$set', 'a.b', '_bsontype', '').map((key) => ({ value: '1', [key]: 'x' })),
      )
      .map((entry) => [entry]),
  ),
  a_user: fc.oneof(
    fc.boolean(),
    shapes,
    words,
    fraction,
    fc.integer({ max: -1 }),
    fc.oneof(fc.integer({ min: 90 }), fc.constantFrom(1e20, '9'.repeat(30))),
    fc.constantFrom('user-99', 'nobody@example.test', 'user95@example.test', 'the user 3'),
  ),
  post_date: fc.oneof(wrongMoment, fc.constantFrom('', null)),
  last_modified: fc.oneof(wrongMoment, fc.constantFrom('', null)),
};

/** Keys that are no fields. */
export const unknownKeys = fc
  .oneof(
    fc.string(),
    fc.constantFrom(
      'constructor',
      'toString',
      'ID',
      'version',
      'sharedWith',
      'fields.a_text',
      '$set',
      'a_text ',
      'post_author',
    ),
  )
  .filter((key) => !['title', 'tags', '__proto__', ...Object.keys(wrongValues)].includes(key));
