import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Connected } from '../model/connection-item.ts';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { PostType } from '../model/post-type.ts';
import { parseRequest } from '../write/parse-request.ts';
import type { FieldChange } from '../revision/revision.ts';
import { refusal } from '../revision/refusal.ts';
import type { Shares } from '../write/revise-records.ts';
import { extractExtras } from '../write/extract-extras.ts';
import { extractName } from '../write/requested-fields.ts';
import type { Merge } from './merge.ts';

/** One of the two records: its id, its get shape before the merge, and the fields that the merge writes. */
export interface MergeSide {
  readonly id: number;
  readonly before: Fields;
  readonly fields: Fields;
  /** Field key → connections that the record has or gets from the other record. */
  readonly connected: Connected;
}

/**
 * Parses a merge before anything is written: both of its updates pass the hooks and checks of an update.
 * @throws ServiceError for the first problem, with the others in `data.errors`.
 */
export async function parseMerge(
  call: Call,
  deps: DuplicateDeps,
  postType: PostType,
  sides: { primary: MergeSide; archiving: MergeSide },
): Promise<Omit<Merge, 'movesComments'>> {
  const { primary, archiving } = sides;
  const going = await parseSide(call, deps, postType, primary);
  const given = await parseSide(call, deps, postType, archiving);
  refuseConnecting(going.changes, archiving.id);
  return {
    postType,
    values: going.changes,
    // All connections of the duplicate move to the primary record, so connections that a hook adds to it are dropped.
    archival: given.changes.filter(({ field }) => field.type.storage !== 'edges'),
    chosen: new Set(Object.keys(primary.fields)),
    shares: together([primary.id, going.shares], [archiving.id, given.shares]),
    comments: [...going.comments, ...given.comments],
  };
}

async function parseSide(
  call: Call,
  deps: DuplicateDeps,
  postType: PostType,
  { id, before, fields, connected }: MergeSide,
) {
  const code = 'update_post';
  const { hooks } = deps;
  const named = extractName(fields, code);
  const filtered = await hooks.filterWrite('svc_post_update_fields', call, named, postType.key, id, before);
  const taken = extractExtras(extractName(filtered.fields, code), postType, code);
  const record = { id, connected };
  const changes = await parseRequest(call, deps, { ...taken, postType, code, record, requested: named });
  return { changes, shares: filtered.effects.shares, comments: taken.comments };
}

/** Refuses values that connect the primary record with the duplicate. */
function refuseConnecting(changes: readonly FieldChange[], archivingId: number): void {
  for (const { field, change } of changes.filter((each) => each.field.type.storage === 'edges')) {
    const { entries } = change as ConnectionChange;
    if (!entries.some((entry) => !entry.delete && idOf(entry.target) === archivingId)) continue;
    const message = `Error adding connection on field: ${field.key}, received ${archivingId}, which is merged`;
    throw refusal([{ code: 'add_connection_to_post', message, field: field.key }], 'update_post');
  }
}

function together(...sides: readonly (readonly [number, Shares])[]): Merge['shares'] {
  const all = new Map<number, Set<number>>();
  for (const [id, shares] of sides)
    for (const [record, users] of shares) {
      const key = record === 'this' ? id : record;
      all.set(key, new Set([...(all.get(key) ?? []), ...users]));
    }
  return all;
}
