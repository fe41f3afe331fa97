import type { RecordEvent } from '@svc/contracts';

/** Contacts that stand for users tell nobody of what changes in them. */
export function isTold({ data }: RecordEvent): boolean {
  return !data.silent && !(data.record.post_type === 'contacts' && data.visibility.type === 'user');
}

/** Whether it is a new record of which somebody may be told. */
export function isToldCreation(event: RecordEvent): boolean {
  return event.type === 'svc.record.created' && isTold(event);
}

/** Whether an update of which somebody may be told changed a field that its request named. */
export function hasWritten(event: RecordEvent, key: string): boolean {
  return event.type === 'svc.record.updated' && isTold(event) && writtenKeys(event).includes(key);
}

/** The fields that the request named and that changed. */
export function writtenKeys({ data: { changed, written = [] } }: RecordEvent): string[] {
  return written.filter((key) => Object.hasOwn(changed, key));
}

/** What came to a multi-valued field; not what was there already and changed. Nothing when the event has no room for it. */
export function addedTo({ data: { changed } }: RecordEvent, key: string): unknown[] {
  const change = changed[key];
  if (!change || !('added' in change)) return [];
  return change.added.filter((value) => !change.removed.includes(value));
}
