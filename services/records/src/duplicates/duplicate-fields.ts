import type { DuplicateFieldsState } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { mayMakeDuplicates, type PostType } from '../model/post-type.ts';

/** The duplicate fields of a type: those that an administrator has chosen, or else those that the type declares. */
export async function duplicateFieldsOf(
  postType: PostType,
  { duplicateFields }: Pick<DuplicateDeps, 'duplicateFields'>,
  deadline: Call['deadline'],
): Promise<readonly string[]> {
  return (await duplicateFields.recent(deadline)).fields[postType.key] ?? postType.duplicateFields;
}

/** The duplicate fields of each post type, and all fields that can be chosen. */
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

export function possibleFields({ fields }: PostType): string[] {
  return [...fields.values()].filter(mayMakeDuplicates).map(({ key }) => key);
}
