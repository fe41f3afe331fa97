import { expect } from '@jest/globals';
import { isDescribed } from '../model/connection-item.ts';
import { maxLinks } from '../model/links.ts';
import type { EdgeDocument } from '../model/edge.ts';
import type { RecordDocument } from '../model/record.ts';
import type { RecordsHarness } from './records-harness.ts';

type Ends = ReadonlyMap<string, readonly number[]>;

/**
 * The whole database agrees with itself: connections are between records that are there, both of which count and name
 * them and tell of them in their history, and nothing is kept privately of a record that is not there.
 */
export async function expectConsistent(harness: RecordsHarness): Promise<void> {
  const [records, edges] = await Promise.all([harness.documents.find().lean(), harness.edges.find().lean()]);
  const ids = new Set(records.map(({ _id }) => _id));
  const names = new Set(records.flatMap(({ degrees = {} }) => Object.keys(degrees)));
  for (const { _id, key, from, to } of edges) {
    expect({ _id, from: ids.has(from), to: ids.has(to) }).toEqual({ _id, from: true, to: true });
    expect(_id).toBe(`${key}:${from}:${to}`);
    if (names.has(`${key}:any`)) expect(from).toBeLessThan(to);
  }
  for (const record of records) expectTerms(record, endsOf(record._id, edges, names));
  expectDescribed(records, edges.filter(isDescribed));
  await expectHistory(harness, edges, ids);
  await expectKeepers(harness, records);
}

/** End → the records that a record is connected with there. */
function endsOf(id: number, edges: readonly EdgeDocument[], names: ReadonlySet<string>): Ends {
  const ends = new Map<string, number[]>();
  const add = (end: string, other: number) => ends.set(end, [...(ends.get(end) ?? []), other]);
  for (const { key, from, to } of edges) {
    const isAny = names.has(`${key}:any`);
    if (from === id) add(`${key}:${isAny ? 'any' : 'from'}`, to);
    if (to === id) add(`${key}:${isAny ? 'any' : 'to'}`, from);
  }
  return ends;
}

function expectTerms({ _id, degrees = {}, linkTerms = [] }: RecordDocument, ends: Ends): void {
  const counted = Object.fromEntries(Object.entries(degrees).filter(([, degree]) => degree !== 0));
  const degreesOfEdges = Object.fromEntries([...ends].map(([end, others]) => [end, others.length]));
  expect({ _id, degrees: counted }).toEqual({ _id, degrees: degreesOfEdges });
  const terms = [...ends].flatMap(([end, others]) => [
    `${end}:*`,
    ...linkTerms.filter((link) => link === `${end}:described`),
    ...(others.length > maxLinks || linkTerms.includes(`${end}:many`)
      ? [`${end}:many`]
      : others.map((other) => `${end}:${other}`)),
  ]);
  expect({ _id, linkTerms: [...linkTerms].sort() }).toEqual({ _id, linkTerms: terms.sort() });
}

/** Every record knows who keeps something privately in it, and nothing is kept where there is no record. */
async function expectKeepers(harness: RecordsHarness, records: readonly RecordDocument[]): Promise<void> {
  const keepers = new Map(records.map(({ _id, privateValueOwners }) => [_id, privateValueOwners]));
  for (const { recordId, userId } of await harness.privateValues.find().lean()) {
    const known = expect.arrayContaining([userId]);
    expect({ recordId, privateValueOwners: keepers.get(recordId) }).toEqual({
      recordId,
      privateValueOwners: known,
    });
  }
}

/** Both records of a connection that says more know it. */
function expectDescribed(records: readonly RecordDocument[], edges: readonly EdgeDocument[]): void {
  const links = new Map(records.map((record) => [record._id, record.linkTerms]));
  for (const { _id, key, from, to } of edges) {
    const terms = expect.arrayContaining([expect.stringMatching(`^${key}:[a-z]+:described$`)]);
    expect({ _id, links: [links.get(from), links.get(to)] }).toEqual({ _id, links: [terms, terms] });
  }
}

/** Each record tells of each connection that it was made once more than that it was removed, if it is there. */
async function expectHistory(
  harness: RecordsHarness,
  edges: readonly EdgeDocument[],
  ids: ReadonlySet<number>,
): Promise<void> {
  const told = new Map<string, number>();
  const rows = await harness.activity.find({ action: { $in: ['connected to', 'disconnected from'] } }).lean();
  for (const { recordId, metaKey, metaValue, objectNote, action } of rows) {
    if (!ids.has(recordId)) continue;
    const isFrom = objectNote === 'connection from';
    const ends = isFrom ? `${recordId}:${metaValue}` : `${metaValue}:${recordId}`;
    const about = `${recordId} ${metaKey}:${ends}`;
    told.set(about, (told.get(about) ?? 0) + (action === 'connected to' ? 1 : -1));
  }
  const there = [...told].filter(([, times]) => times !== 0);
  expect(new Map(there.map(([about, times]) => [inOrder(about), times]))).toEqual(
    new Map(
      edges.flatMap(({ _id, from, to }) => [
        [inOrder(`${from} ${_id}`), 1],
        [inOrder(`${to} ${_id}`), 1],
      ]),
    ),
  );
}

/** With the direction `any` each record tells it as its own. */
function inOrder(about: string): string {
  const [record, edge = ''] = about.split(' ');
  const [key, ...ends] = edge.split(':');
  return key?.endsWith('peers') ? `${record} ${key}:${ends.sort().join(':')}` : about;
}
