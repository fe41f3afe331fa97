import type { Revision } from './revision.ts';

/** Users who got a record shared, and users who lost it, in their order. */
export interface ShareChanges {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

const none: ShareChanges = { added: [], removed: [] };

/** Whose access a revision changes, whatever the reason. */
export function shareChanges({ read, record }: Pick<Revision, 'read' | 'record'>): ShareChanges {
  const before = read?.sharedWith ?? [];
  if (before === record.sharedWith) return none;
  const former = new Set(before);
  const current = new Set(record.sharedWith);
  return {
    added: record.sharedWith.filter((userId) => !former.has(userId)),
    removed: before.filter((userId) => !current.has(userId)),
  };
}
