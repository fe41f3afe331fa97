import type { DuplicateFieldsState } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { mayMakeDuplicates, type PostType } from '../model/post-type.ts';

/** By which fields records of each post type may be duplicates, and by which else they might be. */
export async function presentDuplicateFields(
  { deadline }: Pick<Call, 'deadline'>,
  deps: Pick<DuplicateDeps, 'postTypes' | 'duplicateFields'>,
): Promise<DuplicateFieldsState> {
  const states = deps.postTypes.all().map(async (postType) => {
    const possible = possibleFields(postType);
    const chosen = await deps.duplicateFields.of(postType, deadline);
    return { post_type: postType.key, fields: chosen.filter((key) => possible.includes(key)), possible };
  });
  return { post_types: await Promise.all(states) };
}

/** The keys of all fields of a type that may make duplicates. */
export function possibleFields({ fields }: PostType): string[] {
  return [...fields.values()].filter(mayMakeDuplicates).map(({ key }) => key);
}
