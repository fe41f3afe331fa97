import type { Call } from '@svc/service-kit';
import type { RecentRecords } from './recent-records.ts';
import type { Field } from '../model/field.ts';

/** A field that a write has changed. */
interface ChosenField {
  readonly field: Field;
  readonly before: unknown;
  readonly after: unknown;
}

/** Stores the records that a user's write has connected, to be offered by the pickers of these fields. */
export function noteChosen(
  { actor }: Pick<Call, 'actor'>,
  { recent }: { readonly recent: RecentRecords },
  { changed }: { readonly changed: readonly ChosenField[] },
): void {
  for (const { field, before, after } of changed) {
    const { post_type: postType } = field.definition;
    if (field.type.storage !== 'edges' || !postType) continue;
    const delta = field.type.delta(before, after);
    if ('added' in delta)
      recent.chose({ userId: actor.userId, postType }, field.key, delta.added as number[]);
  }
}
