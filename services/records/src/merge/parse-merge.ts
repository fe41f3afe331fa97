import type { Fields, InputOf, recordsMerge } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Connected } from '../model/connection-item.ts';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import { idOf, type ConnectionChange } from '../fields/connection/connection-write.ts';
import type { PostType } from '../model/post-type.ts';
import { ParsedWrite, parseRequest } from '../write/parsed-write.ts';
import type { FieldChange } from '../revision/revision.ts';
import { refusal } from '../revision/refusal.ts';
import type { Shares } from '../write/revise-records.ts';
import { extractExtras, extractName } from '../write/requested-fields.ts';
import { updating } from '../write/write-request.ts';

/** One of the two records: its id, its get shape before the merge, and the fields that the merge writes. */
export interface MergeSide {
  readonly id: number;
  readonly before: Fields;
  readonly fields: Fields;
  /** Field key → connections that the record has or gets from the other record. */
  readonly connected: Connected;
}

/** A requested merge: an update of the primary record, and one that archives the duplicate. */
export type Merge = Awaited<ReturnType<typeof parseMerge>>;

/**
 * Parses a merge before anything is written: both of its updates pass the hooks and checks of an update.
 * @throws ServiceError for the first problem, with the others in `data.errors`.
 */
export async function parseMerge(
  call: Call<InputOf<typeof recordsMerge>>,
  deps: DuplicateDeps,
  postType: PostType,
  sides: { primary: MergeSide; archiving: MergeSide },
) {
  const { primary, archiving } = sides;
  const going = await parseSide(call, deps, postType, primary);
  const given = await parseSide(call, deps, postType, archiving);
  refuseConnecting(going.changes, archiving.id);
  return {
    postType,
    policy: updating({ silent: false }),
    values: going.changes,
    // All connections of the duplicate move to the primary record, so connections that a hook adds to it are dropped.
    archival: given.changes.filter(({ field }) => field.type.storage !== 'edges'),
    /** Keys of the fields for which the client chose values. */
    chosen: new Set(Object.keys(primary.fields)),
    /** Whether the comments of the duplicate move to the primary record. */
    movesComments: call.input.merge_comments ?? false,
    /** Users to share records with, by record id. */
    shares: together([primary.id, going.shares], [archiving.id, given.shares]),
    /** Comments that the client sent with the values. */
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
  const changes = await parseRequest(call, deps, new ParsedWrite(call, deps, postType), {
    ...taken,
    code,
    record,
    requested: named,
  });
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

function together(
  ...sides: readonly (readonly [number, Shares])[]
): ReadonlyMap<number, ReadonlySet<number>> {
  const all = new Map<number, Set<number>>();
  for (const [id, shares] of sides)
    for (const [record, users] of shares) {
      const key = record === 'this' ? id : record;
      all.set(key, new Set([...(all.get(key) ?? []), ...users]));
    }
  return all;
}
