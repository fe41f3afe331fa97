import fc from 'fast-check';

/** A value of a field as it is written, and as the model keeps it; undefined is unset. */
export interface ModelValue {
  readonly write: unknown;
  readonly value: unknown;
}

const pieces = [
  'apple',
  'Apple Pie',
  'pie\nand more',
  'a.b*c',
  '-dash',
  '^up',
  'ÉMILE',
  'émile (x)',
  '10%',
  '',
];
const users = [3, 4, 5, 11];

/** Texts, from a few that are near to each other. */
const someText: fc.Arbitrary<string> = fc.constantFrom(...pieces);

/** Ways to fill the fields of samples, by the key of the field; a private one is the same behind `my_`. */
export const fieldValues: Readonly<Record<string, fc.Arbitrary<ModelValue>>> = {
  a_text: someText.map((text) => ({ write: text, value: [text] })),
  a_textarea: someText.map((text) => ({ write: text, value: [text] })),
  a_number: same(fc.constantFrom(-2, 0, 1, 1.5, 10, 1000)),
  a_flag: fc.boolean().map((flag) => ({ write: flag, value: flag ? true : undefined })),
  flag_on: fc.boolean().map((flag) => ({ write: flag, value: flag ? undefined : false })),
  an_option: fc.constantFrom('one', 'two', 'three').map((key) => ({ write: key, value: [key] })),
  some_options: several(fc.constantFrom('one', 'two', 'three')),
  some_tags: several(fc.constantFrom('one', 'One', '-one', 'a tag', 'none', '*', 'ü')),
  a_date: fc
    .constantFrom('1969-12-30', '2020-01-01', '2020-01-02', '2020-02-29')
    .map((day) => ({ write: day, value: Date.parse(day) / 1000 })),
  a_datetime: moments(),
  a_channel: fc
    .array(fc.constantFrom('+49 30 1', '4930', 'ann@x.org', 'Ann', '100'), range(1, 3))
    .map((texts) => {
      const values = [...new Set(texts)];
      return { write: values.map((value) => ({ value })), value: values };
    }),
  a_user: same(fc.constantFrom(...users)),
  a_link: fc
    .constantFrom('apple.org', 'pie.org')
    .map((value) => ({ write: { values: [{ type: 'web', value }] }, value: [value] })),
  some_places: several(fc.constantFrom(100, 101, 102, 200)),
};

/** Points, and the row of the grid that becomes one of the places of the record. */
export const somePoint: fc.Arbitrary<ModelValue & { place: number }> = fc.constantFrom(
  point(5, 10, 101),
  point(15, 10, 102),
  point(40, 10, 200),
);

/** When records say that they were made: around the ends of days. */
export function moments(): fc.Arbitrary<ModelValue> {
  const days = ['2020-01-01', '2020-01-02', '2020-01-03'].map((day) => Date.parse(day) / 1000);
  return fc
    .tuple(fc.constantFrom(...days), fc.constantFrom(0, 1, 43_200, 86_399))
    .map(([day, seconds]) => ({ write: day + seconds, value: day + seconds }));
}

function point(lng: number, lat: number, place: number) {
  return { write: { values: [{ lng, lat }] }, value: [{ lng, lat }], place };
}

function same(values: fc.Arbitrary<unknown>): fc.Arbitrary<ModelValue> {
  return values.map((value) => ({ write: value, value }));
}

function several(values: fc.Arbitrary<unknown>): fc.Arbitrary<ModelValue> {
  return fc.uniqueArray(values, range(1, 3)).map((chosen) => ({
    write: { values: chosen.map((value) => ({ value })) },
    value: chosen,
  }));
}

function range(minLength: number, maxLength: number) {
  return { minLength, maxLength };
}
