import { recordsImport, type InputOf } from '@svc/contracts';
import { sideBySide } from '@svc/service-kit';
import { moveComments } from './move-comments.ts';
import { moveFiles, shownFiles, type ShownFile } from './move-files.ts';
import { count, reportRefusal, type MoveOfRecords } from './move.ts';
import { sharesSchema, sourceRecordSchema, type SourceRecord } from './source-answers.ts';
import { runPass } from './run-pass.ts';
import { writtenValues } from './written-values.ts';

type Given = InputOf<typeof recordsImport>['records'][number];

/** The maximum length of a batch in characters of JSON, below the message limit of the bus. */
const maxLength = 1_000_000;

/** The first pass over a type: imports its records with values, dates, authors, shares, files and comments. */
export async function moveRecords(move: MoveOfRecords, postType: string): Promise<void> {
  await runPass(move, { postType, fields: ['name'], name: `records of ${postType}` }, async (items) => {
    const read = await sideBySide(items, move.concurrency, ({ ID }) => {
      const refused = { what: `${postType}/${ID}`, reason: 'It could not be read' };
      return readRecord(move, postType, ID).catch(reportRefusal(move.leftOut, refused));
    });
    const there = read.flatMap((each) => each ?? []);
    move.report.add(postType, { skipped: items.length - there.length });
    const files = new Map(there.map(({ given, files: shown }) => [given.source_id, shown]));
    for (const part of inParts(there.map(({ given }) => given))) await send(move, postType, part, files);
  });
}

async function readRecord(move: MoveOfRecords, postType: string, id: number) {
  const path = `dt-posts/v2/${postType}/${id}`;
  const record = await move.source.get(path, sourceRecordSchema);
  const shares = await move.source.get(`${path}/shares`, sharesSchema);
  const sharedWith = shares.map(({ user_id: user }) => user);
  const files = shownFiles(record, move.types[postType]?.fields ?? {});
  return { given: await asGiven(move, postType, { record, sharedWith }), files };
}

async function asGiven(
  { users, types, ownId, leftOut }: MoveOfRecords,
  postType: string,
  { record, sharedWith }: { record: SourceRecord; sharedWith: readonly number[] },
): Promise<Given> {
  const what = `${postType}/${record.ID}`;
  const values = writtenValues(record, types[postType]?.fields ?? {}, users);
  const absent = sharedWith.filter((user) => !users.has(user));
  const isKept = ownId !== undefined && Object.keys(values.privateFields).length > 0;
  await leftOut.add(
    ...values.leftOut.map(({ field, reason }) => ({ what, part: field, reason })),
    ...absent.map(() => ({ what, part: 'shares', reason: 'The user was not imported.' })),
  );
  const createdAt = record.post_date?.timestamp ?? record.last_modified?.timestamp ?? 0;
  return {
    source_id: record.ID,
    author_id: users.get(record.post_author) ?? 0,
    created_at: createdAt,
    last_modified: record.last_modified?.timestamp ?? createdAt,
    fields: values.fields,
    shared_with: sharedWith.flatMap((user) => users.get(user) ?? []),
    ...(isKept && { private_values: { user_id: ownId, fields: values.privateFields } }),
  };
}

function* inParts(given: readonly Given[]): Generator<Given[]> {
  let part: Given[] = [];
  let length = 0;
  for (const each of given) {
    const more = JSON.stringify(each).length;
    if (part.length > 0 && (length + more > maxLength || part.length === 100)) {
      yield part;
      part = [];
      length = 0;
    }
    part.push(each);
    length += more;
  }
  if (part.length > 0) yield part;
}

async function send(
  move: MoveOfRecords,
  postType: string,
  part: Given[],
  files: ReadonlyMap<number, readonly ShownFile[]>,
): Promise<void> {
  const { records } = await move.ask(recordsImport, {
    source: move.name,
    post_type: postType,
    records: part,
  });
  for (const { source_id: sourceId, outcome, problems } of records) {
    count(move, `${postType} ${outcome}`);
    move.report.addOutcome(postType, outcome);
    const what = `${postType}/${sourceId}`;
    await move.leftOut.add(...problems.map(({ field, reason }) => ({ what, part: field, reason })));
    if (outcome === 'gone')
      await move.leftOut.add({ what, reason: 'It was deleted here after it was imported.' });
  }
  await move.ids.add(postType, records);
  const there = records.flatMap(({ source_id: sourceId, id }) =>
    id === null ? [] : [{ postType, sourceId, id }],
  );
  await sideBySide(there, move.concurrency, async (record) => {
    await moveFiles(move, record, files.get(record.sourceId) ?? []);
    await moveComments(move, record);
  });
}
