import type { PostType } from '../model/post-type.ts';
import { withValue, type Revision } from '../revision/revision.ts';

/** The key under which a merged record stores the id, as text, of the record that it was merged into. */
export const duplicateOfKey = 'duplicate_of';

/** The key under which a record stores its dismissed duplicates: `{override: [<record id>, …]}`, as JSON text. */
export const dismissalsKey = 'duplicate_data';

/** The ids of records that were dismissed as duplicates. Clients may write the field, so its content is not trusted. */
export function dismissedIn(stored: unknown): number[] {
  const { override } = dataOf(stored) as { override?: unknown };
  const ids = Array.isArray(override) ? override.map(idOf) : [];
  return [...new Set(ids.filter((id) => Number.isSafeInteger(id) && id > 0))];
}

/** Number() may throw for an object. */
function idOf(entry: unknown): number {
  return typeof entry === 'number' || typeof entry === 'string' ? Number(entry) : 0;
}

function dataOf(stored: unknown): object {
  const data: unknown = typeof stored === 'string' && stored !== '' ? JSON.parse(stored) : undefined;
  return typeof data === 'object' && data !== null ? data : {};
}

/**
 * A revision with a value that the service itself needs. Where the post type declares no field for it, the value is
 * stored too, and only the service reads it.
 */
export function withOwnValue(
  revision: Revision,
  postType: PostType,
  { key, stored }: { key: string; stored: string },
): Revision {
  const before = revision.record.fields[key];
  if (before === stored) return revision;
  const field = postType.fields.get(key);
  if (field) return withValue(revision, { field, before, after: stored });
  const fields = { ...revision.record.fields, [key]: stored };
  return { ...revision, record: { ...revision.record, fields } };
}
