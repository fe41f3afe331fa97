import fc from 'fast-check';

type Wrong = fc.Arbitrary<unknown>;

const lists: Wrong = fc.array(fc.jsonValue({ maxDepth: 1 }));

/** Objects without `values`. */
const maps: Wrong = fc
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
const nested: Wrong = fc
  .integer({ min: 33, max: 2_000 })
  .map((levels) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown);

/** What is no single value. */
export const shapes: Wrong = fc.oneof(lists, maps, operators, nested);
