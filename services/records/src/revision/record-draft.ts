import type { ActivityDraft } from '../model/activity-row.ts';

/** A history row about a record as a whole, and no value of it. */
export function recordDraft(action: string, listed: boolean): ActivityDraft {
  const empty = {
    objectSubtype: '',
    metaKey: '',
    metaValue: '',
    oldValue: '',
    fieldType: '',
    objectNote: '',
  };
  return { ...empty, action, valueKey: '', listed };
}
