import type { Mutant } from './mutant.ts';

const records = 'services/records/src';
const lists = 'services/records/src/lists';
const pickers = 'services/records/src/pickers';

/** Mutants of the records and order of lists and pickers. */
export const listMutants: readonly Mutant[] = [
  {
    file: `${records}/query/reference-dialect.ts`,
    from: '!either.every((key) => key in query)',
    to: '!either.some((key) => key in query)',
    rule: 'a query that asks for one of two conditions is not widened by the other',
    killedBy: [`${records}/query/reference-dialect`],
  },
  {
    file: `${records}/query/read-list-query.ts`,
    from: "const below = { kind: kind === 'all' ? ('any' as const) : ('all' as const), level: level + 1 };",
    to: "const below = { kind: 'all' as const, level: level + 1 };",
    rule: 'of a group of filters a record has to meet one',
    killedBy: [`${lists}/plan/list-order`],
  },
  {
    file: `${lists}/plan/page-stages.ts`,
    from: 'by: { isUnset: 1, [path]: direction, _id: direction },',
    to: 'by: { isUnset: direction, [path]: direction, _id: direction },',
    rule: 'records without a value come last in both directions',
    killedBy: [`${lists}/plan/list-order`],
  },
  {
    file: `${lists}/plan/plan-of.ts`,
    from: '{ $sort: listOrder(sort).by },',
    to: '{ $sort: { _id: 1 } },',
    rule: 'the first page of a list by a text has its first records',
    killedBy: [`${lists}/list-by-text`],
  },
  {
    file: 'services/records/src/lists/plan/visible-list.ts',
    from: 'return { grants, found: allOf([asked, seen]) };',
    to: 'return { grants, found: asked };',
    rule: 'an extension decides what lists show',
    killedBy: [`${records}/service.access\\.`],
  },
  {
    file: 'services/records/src/lists/plan/visible-list.ts',
    from: '.find({ $and: [{ userId, postType }, condition] }, { recordId: 1 })',
    to: '.find({ $and: [{ postType }, condition] }, { recordId: 1 })',
    rule: 'a list is filtered by nothing that others keep privately',
    killedBy: [`${records}/service.private\\.`],
  },
  {
    file: `${lists}/plan/page-stages.ts`,
    from: "[first[1] === 1 ? '$gte' : '$lte']",
    to: "[first[1] === 1 ? '$lte' : '$gte']",
    rule: 'the next page begins where the page before ended',
    killedBy: [`${lists}/list-paging`],
  },
  {
    file: 'services/records/src/lists/field-values/visible-values.ts',
    from: 'const filter = { $and: [{ postType: postType.key }, grantFilter(grants), found.condition] };',
    to: 'const filter = { $and: [{ postType: postType.key }, found.condition] };',
    rule: 'no value is offered that only records have which the caller may not list',
    killedBy: [`${lists}/field-values/multi-select-values`],
  },
  {
    file: `${pickers}/compact-records.ts`,
    from: '.find({ $and: [wanted, access.filter] }, {',
    to: '.find(wanted, {',
    rule: 'a picker offers nothing that was taken from the caller',
    killedBy: [`${pickers}/compact`],
  },
  {
    file: `${records}/operations/lists/compact.ts`,
    from: 'return foldText(record.name) === folded ? 1 : 2;',
    to: 'return foldText(record.name) === folded ? 2 : 1;',
    rule: 'a picker shows the record that has the whole name before those that contain it',
    killedBy: [`${pickers}/compact`],
  },
];
