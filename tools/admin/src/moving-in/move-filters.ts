import { recordsImported, usersImportFilters } from '@svc/contracts';
import { count, reportRefusal, type MoveOfRecords } from './move.ts';
import { filtersSchema, type SourceField, type SourceFilter } from './source-answers.ts';

/** The tab of filters that a user has saved. It also holds some built-in filters, which exist here too. */
const savedTab = 'custom';
const ownFilters: ReadonlySet<unknown> = new Set(['my_shared', 'my_subassigned']);

/** Imports the filters that the reading account has saved for a type; the API does not show the filters of other users. */
export async function moveFilters(move: MoveOfRecords, postType: string): Promise<void> {
  const { ownId: userId, leftOut } = move;
  const saved = await readSaved(move, postType);
  if (userId === undefined || saved.length === 0) return;
  const declared = move.types[postType]?.fields ?? {};
  const records = await recordIds(
    move,
    saved.flatMap(({ query }) => connectedIn(query, declared)),
  );
  const filters = saved.map(({ tab: _tab, count: _count, ...filter }) => ({
    ...filter,
    query: withIdsOfHere(filter.query, declared, { users: move.users, records }),
  }));
  const answer = await move.ask(usersImportFilters, { user_id: userId, post_type: postType, filters });
  count(move, 'filters saved', answer.saved);
  move.report.add('filters', {
    read: saved.length,
    written: answer.saved,
    unchanged: saved.length - answer.saved - answer.problems.length,
    skipped: answer.problems.length,
  });
  await leftOut.add(
    ...answer.problems.map(({ index, reason }) => ({
      what: `filters/${postType}`,
      part: saved[index]?.name ?? '',
      reason,
    })),
  );
}

async function readSaved({ source, leftOut }: MoveOfRecords, postType: string): Promise<SourceFilter[]> {
  const read = await source
    .get('dt/v1/users/get_filters', filtersSchema, { post_type: postType })
    .catch(reportRefusal(leftOut, { what: `filters/${postType}`, reason: 'They could not be read' }));
  return (read?.filters ?? []).filter(({ ID, tab }) => tab === savedTab && !ownFilters.has(ID));
}

type Declared = Readonly<Record<string, SourceField>>;
type Ids = ReadonlyMap<number, number>;

function connectedIn(query: SourceFilter['query'], declared: Declared): number[] {
  return Object.entries(query).flatMap(([key, operand]) =>
    declared[key]?.type === 'connection' && Array.isArray(operand) ? operand.flatMap(idIn) : [],
  );
}

/** The id in an operand, which may begin with a minus; none in `me` and `*`. */
function idIn(operand: unknown): number[] {
  const text = /^-?(\d+)$/.exec(String(operand))?.[1];
  return text === undefined ? [] : [Number(text)];
}

async function recordIds({ ask, name }: MoveOfRecords, ids: readonly number[]): Promise<Ids> {
  if (ids.length === 0) return new Map();
  const { records } = await ask(recordsImported, {
    source: name,
    source_ids: [...new Set(ids)].slice(0, 1_000),
  });
  return new Map(records.map(({ source_id: sourceId, id }) => [sourceId, id]));
}

function withIdsOfHere(
  query: SourceFilter['query'],
  declared: Declared,
  { users, records }: { users: Ids; records: Ids },
): SourceFilter['query'] {
  const translated = Object.entries(query).map(([key, operand]) => {
    const ids = key === 'shared_with' || declared[key]?.type === 'user_select' ? users : records;
    const names = ids === users || declared[key]?.type === 'connection';
    return [
      key,
      names && Array.isArray(operand) ? operand.map((each) => translate(each, ids)) : operand,
    ] as const;
  });
  return Object.fromEntries(translated);
}

/** Replaces the id of an operand; an unknown id becomes 0, which matches nothing. */
function translate(operand: unknown, ids: Ids): unknown {
  const [id] = idIn(operand);
  if (id === undefined) return operand;
  const sign = String(operand).startsWith('-') ? '-' : '';
  return `${sign}${ids.get(id) ?? 0}`;
}
