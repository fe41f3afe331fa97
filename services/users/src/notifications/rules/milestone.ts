import { say, type RecordEvent } from '@svc/contracts';
import { addedTo, hasWritten } from './record-change.ts';
import type { Row } from './row.ts';

/** The field of a type whose options are steps on a way. */
const stepFields: Readonly<Record<string, string>> = { contacts: 'milestones', groups: 'health_metrics' };

/** A step was reached: all followers are told of each. */
export const milestone: Row<RecordEvent> = {
  name: 'milestone',
  action: 'alert',
  type: 'milestones',
  tells(event) {
    const field = stepFieldOf(event.data.record.post_type);
    if (field === undefined || !hasWritten(event, field)) return [];
    return addedTo(event, field).map((option) => ({
      fieldKey: 'milestones',
      fieldValue: String(option),
      to: ({ followers }) => followers,
    }));
  },
  note: ({ actor, option, record }) => say`${actor} added milestone ${option} on ${record}.`,
};

/** The field that the option of a milestone is of; undefined for types without milestones. */
export function stepFieldOf(postType: string): string | undefined {
  return Object.hasOwn(stepFields, postType) ? stepFields[postType] : undefined;
}
