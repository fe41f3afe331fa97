import type { LinkedDocument } from '../model/read-context.ts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { Field } from '../model/field.ts';
import type { RecordDocument } from '../model/record.ts';

/** The paths of `linkedPaths`. */
export type StoredLinked = Pick<RecordDocument, '_id' | 'postType' | 'name' | 'createdAt' | 'fields'>;

/** The paths of a record that connections to it show. */
export function linkedPaths({ postTypes }: { readonly postTypes: PostTypes }): Record<string, 1> {
  const statusKeys = postTypes.all().flatMap(({ statusField }) => statusField?.status_key ?? []);
  const statuses = Object.fromEntries(statusKeys.map((key) => [`fields.${key}`, 1 as const]));
  return { postType: 1, name: 1, createdAt: 1, ...statuses };
}

/** As much of a stored record as connections to it show. */
export function linkedDocument(
  { _id, postType, name, createdAt, fields }: StoredLinked,
  { postTypes }: { readonly postTypes: PostTypes },
): LinkedDocument {
  const value = fields?.[statusFieldOf(postType, postTypes)?.key ?? ''];
  const status = typeof value === 'string' ? value : undefined;
  return { id: _id, postType, name, createdAt: createdAt.getTime(), status };
}

/** The field that holds a record's status, if its type has one. */
export function statusFieldOf(postType: string, postTypes: PostTypes): Field | undefined {
  const { fields, statusField } = postTypes.find(postType) ?? {};
  return fields?.get(statusField?.status_key ?? '');
}
