import type { ExtensionSetup } from '@svc/contracts';
import { onWrites, type FieldRule } from './on-writes.ts';
import { newValues, withValue } from './written-values.ts';

/** Sets the milestones that follow from baptisms. */
export function faithRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, (write) => baptismMilestones(write.fields, write));
}

/** The milestone that a new connection of each field stands for. */
const milestones: Readonly<Record<string, string>> = {
  baptized: 'milestone_baptizing',
  baptized_by: 'milestone_baptized',
};

/** A contact that gets a baptism connection reaches a milestone; the contact at the other end is not changed. */
export const baptismMilestones: FieldRule = (fields, { existing }) =>
  Object.entries(milestones)
    .filter(([key]) => newValues(fields, key, existing).length > 0)
    .reduce(
      (current, [, milestone]) => ({ ...current, milestones: withValue(current['milestones'], milestone) }),
      fields,
    );
