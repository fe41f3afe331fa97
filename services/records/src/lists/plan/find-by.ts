import type { Grant } from '@svc/contracts';
import { grantFilter } from '../../access/grant.ts';
import type { Candidates, Condition, FilterAt, FilterResult, FilterSearch } from '../../model/filter.ts';
import type { Field } from '../../model/field.ts';
import { allTests, anyTest, everyRecord, type IndexTest } from '../../model/index-test.ts';
import { termOf } from '../../model/field-terms.ts';
import { storageOf } from '../../model/stored-value.ts';
import type { Filters } from '../../query/list-query.ts';

/** A condition on records, and ways to find all that meet it: each entry of `candidates` alone finds all of them. */
export interface Found {
  readonly condition: Condition;
  readonly candidates: readonly Candidates[];
  /** The records of the type among all candidates are exactly those that meet the condition, if the index has all of their texts. */
  readonly isExact?: boolean;
  /** The same condition for the name index; undefined if the index cannot decide it. */
  readonly test?: IndexTest | undefined;
}

/** The MongoDB condition of filters, with candidates. */
export async function findBy(filters: Filters, search: FilterSearch): Promise<Found> {
  if (filters.kind === 'one') return listed(await findByOne(filters, search));
  const parts = await Promise.all(filters.of.map((part) => findBy(part, search)));
  return filters.kind === 'all' ? allOf(parts) : anyOf(parts);
}

/** A condition restricted to the records that these grants cover. */
export function visibleTo(grants: readonly Grant[], { condition }: Found): Condition {
  return { $and: [grantFilter(grants), condition] };
}

/** Conditions that must all be met: the candidates of any of them are enough. */
export function allOf(parts: readonly Found[]): Found {
  const asking = parts.filter(({ condition }) => Object.keys(condition).length > 0);
  const conditions = asking.map(({ condition }) => condition);
  const [only = {}] = conditions;
  return {
    condition: conditions.length > 1 ? { $and: conditions } : only,
    candidates: parts.flatMap(({ candidates }) => candidates),
    isExact: asking.every(({ isExact }) => isExact),
    test: allTests(asking.map(({ test }) => test)),
  };
}

/** Conditions of which one must be met: only the candidates of all of them together are enough. No conditions match every record. */
export function anyOf(parts: readonly Found[]): Found {
  if (parts.length === 0) return { condition: {}, candidates: [], test: everyRecord };
  const firsts = parts.map(({ candidates: [first] }) => first);
  return {
    condition: { $or: parts.map(({ condition }) => condition) },
    candidates: firsts.every((first) => first !== undefined) ? [together(firsts)] : [],
    isExact: parts.every(({ candidates, isExact }) => isExact && candidates.length === 1),
    test: anyTest(parts.map(({ test }) => test)),
  };
}

/** A condition with at most one way to find the records that meet it. */
export function listed({ condition, candidates, test }: FilterResult, isExact = false): Found {
  return { condition, candidates: candidates ? [candidates] : [], isExact, test };
}

function together(candidates: readonly Candidates[]): Candidates {
  return {
    filterTerms: candidates.flatMap(({ filterTerms = [] }) => filterTerms),
    linkTerms: candidates.flatMap(({ linkTerms = [] }) => linkTerms),
    texts: candidates.flatMap(({ texts = [] }) => texts),
    ids: candidates.flatMap(({ ids = [] }) => ids),
  };
}

async function findByOne(
  { field, filter }: Extract<Filters, { kind: 'one' }>,
  search: FilterSearch,
): Promise<FilterResult> {
  if (!field) return filter.resolve(at('', search));
  switch (storageOf(field)) {
    case 'top-level':
      return filter.resolve({
        ...at(field.key === 'post_date' ? 'createdAt' : 'lastModified', search),
        moment: (seconds) => new Date(seconds * 1000),
      });
    case 'private':
      return findByPrivateValues(field, filter, search);
    case 'edges':
    case 'record':
      return filter.resolve({ ...at(`fields.${field.key}`, search), term: (value) => termOf(field, value) });
  }
}

function at(path: string, search: FilterSearch): FilterAt {
  return { path, term: undefined, moment: (seconds) => seconds, search };
}

/** Records without private values of the caller have no document: a filter that matches unset values excludes the others instead. */
async function findByPrivateValues(
  field: Field,
  filter: Extract<Filters, { kind: 'one' }>['filter'],
  search: FilterSearch,
): Promise<FilterResult> {
  const { condition } = await filter.resolve(at(`fields.${field.key}`, search));
  if (filter.matchesUnset)
    return { condition: { _id: { $nin: await search.idsByPrivateValues({ $nor: [condition] }) } } };
  const ids = await search.idsByPrivateValues(condition);
  const test: IndexTest = { kind: 'ids', ids };
  return { condition: { _id: { $in: ids } }, candidates: { ids }, ...(search.connectedIds && { test }) };
}
