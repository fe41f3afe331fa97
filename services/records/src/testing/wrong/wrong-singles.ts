import fc from 'fast-check';
import { control, fraction, lists, long, maps, nested, noIds, shapes, words, wrongSet } from './shapes.ts';

type Wrong = fc.Arbitrary<unknown>;

/** Days and moments that are none. */
export const wrongMoments: Wrong = fc.oneof(
  shapes,
  fc.boolean(),
  words,
  control,
  fc.constantFrom('2021-02-30', '2021-13-01', '99999999999999', '2021-02-29', '2021-01-01 25:00', 1e300),
);

const inSet = (value: Wrong) => value.map((wrong) => ({ value: wrong }));

const wrongTags = fc.oneof(
  inSet(fc.oneof(fc.boolean(), lists, maps, fc.constant(null), fc.constant(' '), control, long)),
  fc.oneof(words, fc.integer(), fc.constant(null), lists),
);

const wrongEntries = fc.oneof(
  words,
  fc.constant(null),
  fc.constantFrom({}, { delete: true }, { value: null }, { key: 'k' }, { key: 5, value: '1' }),
  inSet(fc.oneof(fc.boolean(), maps, lists, control, long)),
  fc.oneof(maps, lists).map((meta) => ({ value: '1', meta })),
  fc.constantFrom('$set', 'a.b', '_bsontype', '').map((key) => ({ value: '1', [key]: 'x' })),
);

/** Values that fields which hold no entries with ids have to refuse, by field of the sample post type. */
export const wrongSingles: Readonly<Record<string, Wrong>> = {
  a_text: fc.oneof(fc.boolean(), shapes, control, long),
  a_textarea: fc.oneof(fc.boolean(), shapes, control),
  a_number: fc.oneof(fc.boolean(), shapes, words, fc.constantFrom('0x1', 'NaN', 'Infinity', '1,5', ' ')),
  a_flag: fc.oneof(shapes, words, fraction),
  an_option: fc.oneof(fc.boolean(), fc.integer(), words, fc.constantFrom('One', 'constructor', '__proto__')),
  some_options: wrongSet(fc.oneof(wrongTags, inSet(fc.oneof(words, fc.constantFrom('One', 'toString'))))),
  some_tags: wrongSet(wrongTags),
  a_date: wrongMoments,
  a_datetime: wrongMoments,
  a_channel: fc.oneof(
    fc.oneof(fc.boolean(), fc.integer(), words, maps, fc.constant(null)),
    wrongEntries.map((entry) => [entry]),
    wrongSet(wrongEntries).filter((wrong) => !Array.isArray(wrong)),
  ),
  a_user: fc.oneof(
    fc.boolean(),
    shapes,
    words,
    noIds.filter((id) => id !== '0x10'),
    fc.integer({ min: 90 }),
    fc.constantFrom('user-99', 'nobody@example.test', 'user95@example.test', 'the user 3'),
  ),
  an_array: fc.oneof(
    fc.boolean(),
    fc.integer(),
    words,
    nested,
    fc.constant(['x'.repeat(300_000)]),
    nested.map((deep) => ({ deep })),
  ),
  // Only the storage endpoints write them: nothing may be written at all.
  an_image: fc.oneof(fc.jsonValue(), fc.constantFrom('', null)),
  some_files: fc.oneof(fc.jsonValue(), fc.constantFrom('', null, { values: [] })),
};
