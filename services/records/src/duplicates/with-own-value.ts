import type { PostType } from '../model/post-type.ts';
import { withValue, type Revision } from '../revision/revision.ts';

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
