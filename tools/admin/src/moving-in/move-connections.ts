import { recordsImportConnections, type InputOf } from '@svc/contracts';
import { inBatches, sideBySide } from '@svc/service-kit';
import { moveHistory } from './move-history.ts';
import { count, orElse, type MoveOfRecords } from './move.ts';
import { sourceRecordSchema, type SourceListItem } from './source-answers.ts';
import { runPass } from './run-pass.ts';
import { connectionsOf } from './written-values.ts';

const batchSize = 500;

/** The second pass over a type, after the records of all types: imports connections and history, which name other records. */
export async function moveConnections(move: MoveOfRecords, postType: string): Promise<void> {
  const declared = move.types[postType]?.fields ?? {};
  const fields = Object.keys(declared).filter((key) => declared[key]?.type === 'connection');
  const pass = { postType, fields: ['name', ...fields], name: `connections and history of ${postType}` };
  await runPass(move, pass, async (items) => {
    const whole = await sideBySide(items, move.concurrency, (item) =>
      withAllConnections(move, postType, item),
    );
    const connections = whole.flatMap((item) =>
      connectionsOf(item, declared).map(({ field, otherId, meta }) => ({
        source_id: item.ID,
        field,
        other_id: otherId,
        ...(meta && { meta }),
      })),
    );
    for (const batch of inBatches(connections, batchSize)) await connect(move, postType, batch);
    await sideBySide(items, move.concurrency, ({ ID }) => moveHistory(move, postType, ID));
  });
}

/** Lists and even single records show only some connections of a large field; the records at the other ends show the rest. */
async function withAllConnections(
  { source }: MoveOfRecords,
  postType: string,
  item: SourceListItem,
): Promise<Readonly<Record<string, unknown>> & { readonly ID: number }> {
  if (!item.connection_totals) return item;
  return source.get(`dt-posts/v2/${postType}/${item.ID}`, sourceRecordSchema).catch(orElse(item));
}

type Connections = InputOf<typeof recordsImportConnections>['connections'];

async function connect(move: MoveOfRecords, postType: string, connections: Connections): Promise<void> {
  const answer = await move.ask(recordsImportConnections, {
    source: move.name,
    post_type: postType,
    connections,
  });
  const { made, left_out: leftOut } = answer;
  count(move, 'connections made', made);
  move.report.add('ends of connections', {
    read: connections.length,
    written: made,
    unchanged: connections.length - made - leftOut.length,
    skipped: leftOut.length,
  });
  await move.leftOut.add(
    ...leftOut.flatMap(({ index, reason }) => {
      const connection = connections[index];
      if (!connection) return [];
      const { source_id: id, field, other_id: other } = connection;
      const why =
        reason === 'field'
          ? 'There is no such connection field here.'
          : 'The record at the other end was not imported.';
      return [{ what: `${postType}/${id}`, part: `${field}/${other}`, reason: why }];
    }),
  );
}
