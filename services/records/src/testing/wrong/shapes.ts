import fc from 'fast-check';

type Wrong = fc.Arbitrary<unknown>;

/** Texts that mean nothing to any field but a text. */
export const words: fc.Arbitrary<string> = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => `no ${text} value`);

export const lists: Wrong = fc.array(fc.jsonValue({ maxDepth: 1 }));

/** Objects without `values`. */
export const maps: Wrong = fc
  .dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 }), { noNullPrototype: true })
  .filter((map) => !('values' in map));

/** What would be a condition or a method where a database or JavaScript took it as it is. */
const operators: Wrong = fc
  .constantFrom(
    '{"$gt":""}',
    '{"$ne":null}',
    '{"$where":"1"}',
    '[{"$in":[]}]',
    '{"values":{"$gt":1}}',
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"_bsontype":"ObjectId","id":"x"}',
    '{"toString":null,"length":-1}',
  )
  .map((json) => JSON.parse(json) as unknown);

/** JSON that is nested very deep. */
export const nested: Wrong = fc
  .integer({ min: 33, max: 2_000 })
  .map((levels) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown);

/** What is no single value. */
export const shapes: Wrong = fc.oneof(lists, maps, operators, nested);

export const fraction: Wrong = fc.integer({ min: 1, max: 1_000_000 }).map((number) => number + 0.5);

export const control: Wrong = fc.constantFrom('\u0000', 'a\u0007b', '\u001b[0m', '\ud800\u0000');

/** Longer than a line may be. */
export const long: Wrong = fc.constant('x'.repeat(70_000));

/** Numbers that are no ids of anything. */
export const noIds: Wrong = fc.oneof(
  fraction,
  fc.integer({ max: -1 }),
  fc.constantFrom(1e20, Number.MAX_VALUE, '9'.repeat(30), '-1', '0x10', '1e3'),
);

/** Ids that nothing has. */
export const unknownIds: Wrong = fc
  .integer({ min: 900_000_000, max: 999_999_999 })
  .chain((id) => fc.constantFrom<unknown>(id, String(id)));

const tooMany: Wrong = fc.constant({ values: Array.from({ length: 1_001 }, () => ({ value: 'x' })) });

/** Entries in a set of values, besides what is no set at all. */
export function wrongSet(entry: Wrong): Wrong {
  return fc.oneof(
    { weight: 1, arbitrary: fc.oneof(fc.boolean(), fc.integer(), words, lists, maps, operators, nested) },
    { weight: 1, arbitrary: fc.constantFrom<unknown>(null, '', { values: 'x' }, { values: {} }) },
    { weight: 4, arbitrary: entry.map((each) => ({ values: [each] })) },
    { weight: 1, arbitrary: tooMany },
  );
}
