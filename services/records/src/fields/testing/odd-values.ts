const operators = [{ $gt: '' }, { $where: 'sleep(1)' }, { 'a.b': 1 }, { _bsontype: 'ObjectId', id: 'x' }];
const pollution = JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":1}}') as unknown;
const nested = JSON.parse(`${'['.repeat(45)}${']'.repeat(45)}`) as unknown;
const single = [
  null,
  '',
  ' ',
  'x',
  '0',
  0,
  -1,
  1e300,
  true,
  false,
  [],
  {},
  [[]],
  nested,
  pollution,
  ...operators,
];

/** What clients send that mean something else, or harm: as a value, as an entry, and as the value or the name of one. */
export const oddValues: readonly unknown[] = [
  ...single,
  ...single.map((value) => [value]),
  ...single.map((value) => ({ value })),
  ...single.map((value) => ({ values: value })),
  ...single.map((value) => ({ values: [value] })),
  ...['value', 'key', 'id', 'meta_id', 'type', 'delete', 'meta', 'grid_id', 'lng', 'label', 'date'].flatMap(
    (name) =>
      single.flatMap((odd) => [
        [{ value: '1', [name]: odd }],
        { values: [{ value: '1', type: 'one', [name]: odd }], force_values: odd },
      ]),
  ),
];
