import { beforeAll, expect, test } from '@jest/globals';
import { Deadline } from '@svc/service-kit';
import { recordsList, type Actor, type ListQuery } from '@svc/contracts';
import { sized } from '@svc/testing';
import { dispatcher, harnessOfSuite, multiplier, type ProfiledQuery } from '../testing/records-harness.ts';
import { recordTextsModel } from '../store/record-texts-model.ts';
import { seedShapes, shaped, shapedUsers } from '../testing/seed-shapes.ts';
import { answerMilliseconds } from '../store/read-with-deadline.ts';
import { countComment } from './find-page.ts';
import { findCandidates } from './plan/find-candidates.ts';
import { planList, type TermIndex } from './plan/plan-list.ts';
import { Cardinalities } from './plan/cardinalities.ts';

/** The guarantee of `docs/reference/list-speed.md` is about the larger number. */
const records = sized(3_000, 100_000);
const maxForOne = 20;
/** What is measured are documents, on however slow a machine. */
const timeoutMs = 60_000;

// Without the name index: what is tested is how the database finds lists.
const harness = harnessOfSuite({ settings: { NAME_INDEX_MB: '0' } });

beforeAll(() => seedShapes(harness, records));

const callers: Readonly<Record<string, Actor>> = {
  'with access to all records': { ...multiplier(shapedUsers.many), kind: 'system', displayName: 'test' },
  'with many shared records': multiplier(shapedUsers.many),
  'with few shared records': multiplier(shapedUsers.few),
  'with access to contact types': dispatcher(shapedUsers.dispatcher),
};

const filters: Readonly<Record<string, ListQuery>> = {
  nothing: {},
  'the most common status': { overall_status: ['active'] },
  'the status of the oldest': { overall_status: ['closed'] },
  'assigned to the caller': { assigned_to: ['me'] },
  'assigned to a user with few records': { assigned_to: [shapedUsers.few] },
  'assigned to a user with many records': { assigned_to: [shapedUsers.many] },
  favorites: { favorite: ['1'] },
  ...rows('connected with', 'groups', shaped.connected),
  ...rows('tagged as', 'tags', shaped.tag),
  ...rows('in', 'location_grid', shaped.place),
  ...Object.fromEntries(Object.entries(shaped.text).map(([many, text]) => [`a text of ${many}`, { text }])),
};

function rows(title: string, key: string, values: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(values).map(([many, value]) => [`${title} ${many}`, { [key]: [value] }]),
  );
}

const orders = ['-post_date', '-last_modified', 'name'];
const parts = [{}, { limit: 10 }, { offset: 300 }];
/** Each order and each part once, in pairs that change from shape to shape, so that each pair meets many shapes. */
const pagesOf = (shape: number): readonly ListQuery[] =>
  orders.map((sort, index) => ({ sort, ...parts[(index + shape) % parts.length] }));

const shapes = Object.keys(callers)
  .flatMap((caller) => Object.keys(filters).map((filter) => ({ caller, filter })))
  .map((shape, index) => ({ ...shape, pages: pagesOf(index) }));

test.each(shapes)(
  'a list for a caller $caller with the filter "$filter" reads in proportion to the page',
  async (shape) => {
    const { caller, filter, pages } = shape;
    const problems: string[] = [];
    for (const page of pages) {
      const { queries, passed } = await ask(callers[caller] as Actor, { ...filters[filter], ...page });
      expect(queries.filter(({ ns }) => ns.endsWith('.records'))).not.toEqual([]);
      const found = queries.flatMap((query) => problemOf(query, passed));
      problems.push(...found.map((problem) => `${JSON.stringify(page)} ${problem}`));
    }
    expect(problems).toEqual([]);
  },
);

/** What a list asks of the database, and how many records it shows, or skips because of its offset. */
async function ask(caller: Actor, query: ListQuery): Promise<{ queries: ProfiledQuery[]; passed: number }> {
  let passed = 0;
  const queries = await harness.profiled(async () => {
    const { posts, total } = await listWithin(timeoutMs, query, caller);
    passed = posts.length + Math.min(total, Number(query['offset'] ?? 0));
  });
  return { queries: queries.filter((each) => each.planSummary !== undefined && !isFollowing(each)), passed };
}

const listWithin = (milliseconds: number, query: ListQuery, caller: Actor) =>
  harness.harness.call(recordsList, { post_type: 'contacts', query }, caller, { milliseconds });

/** Following the changes of all records reads MongoDB's own log of them, whatever is listed. */
function isFollowing({ command, originatingCommand }: ProfiledQuery): boolean {
  return JSON.stringify([command, originatingCommand]).includes('$changeStream');
}

/** Totals are counted in keys, or in the documents that match: the docs say what that costs. */
function problemOf(
  { ns, planSummary = '', docsExamined = 0, nreturned = 0, command }: ProfiledQuery,
  passed: number,
): string[] {
  const isTotal = command?.['comment'] === countComment;
  if (planSummary.includes('COLLSCAN')) return [`${ns} ${planSummary}`];
  // What the caller keeps privately is read whole.
  const wanted = ns.endsWith('.private_values') ? nreturned : passed;
  if (isTotal || docsExamined <= maxForOne * Math.max(1, wanted)) return [];
  return [`${ns} ${planSummary} looks at ${docsExamined} for ${passed}`];
}

test.each([
  ['rare among the first records of the order is collected before the walk', '-post_date', shaped.oldStatus],
  ['common among the first records of the order is found by the walk', 'post_date', shaped.oldStatus],
  ['common among all records is found by the walk', '-post_date', 'active'],
])('a value of too many records that is %s', async (_what, sort, status) => {
  const term = `contacts.overall_status=${status}`;
  const found = { condition: { filterTerms: term }, candidates: [{ filterTerms: [term] }] };
  const query = { sort: orderOf(sort), offset: 0, limit: 10 };
  const on = {
    records: harness.documents,
    recordTexts: recordTextsModel(harness.documents.db),
    cardinalities: new Cardinalities(),
    deadline: Deadline.after(timeoutMs),
    postType: 'contacts',
  };
  const index: TermIndex = {
    collect: async (wanted, among) => among && findCandidates(on, wanted, among),
    sizeOf: () => undefined,
  };
  const isRare = sort === '-post_date' && status !== 'active';
  for (const _again of [1, 2]) {
    const plan = await planList({ postType: 'contacts', grants: [{}], found, query }, index);
    expect(plan.hint).toEqual({ postType: 1, createdAt: -1, _id: -1 });
    expect(plan.ids?.length).toBe(
      isRare ? await harness.documents.countDocuments({ filterTerms: term }) : undefined,
    );
  }
});

test.each([
  { rare: 100, asked: ['rare'] },
  { rare: 500, asked: ['rare', 'common among 500'] },
  { rare: 3_000, asked: ['rare', 'common'] },
])('a list by a value of $rare records and one of 9000 looks up $asked', async ({ rare, asked }) => {
  const first = (count: number) => Array.from({ length: count }, (_, id) => id);
  const known = { rare: first(rare), common: first(9_000) };
  const termOf = ({ filterTerms = [] }: { readonly filterTerms?: readonly string[] }) =>
    filterTerms[0] as keyof typeof known;
  const seen = new Set<string>();
  const index: TermIndex = {
    collect: async (terms, among) => {
      const term = termOf(terms);
      seen.add(Array.isArray(among) ? `${term} among ${among.length}` : term);
      return known[term];
    },
    sizeOf: (terms) => known[termOf(terms)].length,
  };
  const found = {
    condition: { filterTerms: 'both' },
    candidates: [{ filterTerms: ['rare'] }, { filterTerms: ['common'] }],
  };
  const query = { sort: orderOf('post_date'), offset: 0, limit: 10 };
  await planList({ postType: 'contacts', grants: [{}], found, query }, index);
  expect([...seen]).toEqual(asked);
});

function orderOf(sort: string) {
  const direction = sort.startsWith('-') ? (-1 as const) : (1 as const);
  return { kind: 'always set', path: 'createdAt', direction } as const;
}

test('a list that exceeds its deadline is stopped with advice to add a filter', async () => {
  const query = { nickname: ['nobody'], sort: 'overall_status' };
  const list = listWithin(answerMilliseconds, query, callers['with access to all records'] as Actor);
  await expect(list).rejects.toMatchObject({
    code: 'search_viewable_post',
    status: 503,
    message: expect.stringContaining('add a filter, or sort by another field'),
  });
});
