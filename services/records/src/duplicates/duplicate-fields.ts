import type { DuplicateFieldsState } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { mayMakeDuplicates, type PostType } from '../model/post-type.ts';

/** By which fields records of a type may be duplicates: where an administrator has chosen none, as the type declares it. */
export async function duplicateFieldsOf(
  postType: PostType,
  { duplicateFields }: Pick<DuplicateDeps, 'duplicateFields'>,
  deadline: Call['deadline'],
): Promise<readonly string[]> {
  return (await duplicateFields.recent(deadline)).fields[postType.key] ?? postType.duplicateFields;
}

/** By which fields records of each post type may be duplicates, and by which else they might be. */
export async function presentDuplicateFields(
  { deadline }: Pick<Call, 'deadline'>,
  deps: Pick<DuplicateDeps, 'postTypes' | 'duplicateFields'>,
): Promise<DuplicateFieldsState> {
  const states = deps.postTypes.all().map(async (postType) => {
    const possible = possibleFields(postType);
    const chosen = await duplicateFieldsOf(postType, deps, deadline);
    return { post_type: postType.key, fields: chosen.filter((key) => possible.includes(key)), possible };
  });
  return { post_types: await Promise.all(states) };
}

/** The keys of all fields of a type that may make duplicates. */
export function possibleFields({ fields }: PostType): string[] {
  return [...fields.values()].filter(mayMakeDuplicates).map(({ key }) => key);
}
