import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { userActor } from '@svc/testing';
import { searchOfSuite } from '../testing/search-harness.ts';

/** A record of the set; contacts unless it says otherwise. */
interface SetRecord {
  readonly key: string;
  readonly name: string;
  readonly post_type?: string;
  readonly texts?: readonly { field: string; text: string }[];
  readonly comments?: readonly string[];
}

/** Looking for a text: the records that a judge wants to see on the first page. */
interface JudgedQuery {
  readonly kind: string;
  readonly query: string;
  /** Keys of records of the set; so few that a page holds them all. */
  readonly relevant: readonly string[];
}

/** What the search reaches. It may rise, not fall. */
const reached = 0.99;

const shown = 10;
const reader = userActor(3, 'Reader', ['access_contacts', 'access_groups']);

const search = searchOfSuite(1);
const keys = new Map<number, string>();

beforeAll(async () => {
  await search.rebuilt();
  await Promise.all(
    read<SetRecord>('records.json').map(async (record) => keys.set(await make(record), record.key)),
  );
  await search.settled();
});

function read<Row>(file: string): Row[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8')) as Row[];
}

async function make({ key: _key, comments = [], texts = [], ...record }: SetRecord): Promise<number> {
  const id = await search.world.create({ ...record, texts: [...texts], shared_with: [reader.userId] });
  await Promise.all(comments.map((content) => search.world.comment(id, content, record.post_type)));
  return id;
}

async function found(query: string): Promise<string[]> {
  const { hits } = await search.search(query, reader);
  return hits.flatMap(({ posts }) => posts.slice(0, shown)).map(({ ID }) => keys.get(ID) ?? '');
}

test(`the recall of judged queries among the first ${shown} hits of a type is at least ${reached * 100} %`, async () => {
  const queries = read<JudgedQuery>('queries.json');
  const misses: string[] = [];
  let sum = 0;
  for (const { kind, query, relevant } of queries) {
    const hits = await found(query);
    const recall = recallOf(relevant, hits);
    if (recall < 1) misses.push(`${kind} "${query}": ${recall.toFixed(2)}, found ${hits.join(' ')}`);
    sum += recall;
  }
  const mean = sum / queries.length;
  console.info(`recall@${shown} of ${queries.length} queries: ${mean.toFixed(3)}\n${misses.join('\n')}`);
  expect(mean).toBeGreaterThanOrEqual(reached);
});

/** How much of what a query should find is found, from 0 to 1. */
function recallOf(relevant: readonly string[], found: readonly string[]): number {
  return relevant.filter((key) => found.includes(key)).length / relevant.length;
}
