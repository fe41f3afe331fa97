import type { FieldRule } from './field-rule.ts';
import { newValues, withValue } from './written-connections.ts';

/** The step of faith that a new connection stands for. */
const milestones: Readonly<Record<string, string>> = {
  baptized: 'milestone_baptizing',
  baptized_by: 'milestone_baptized',
};

/** Who baptizes or is baptized reaches a milestone; the one at the other end keeps what it has. */
export const baptismMilestones: FieldRule = (fields, { existing }) =>
  Object.entries(milestones)
    .filter(([key]) => newValues(fields, key, existing).length > 0)
    .reduce((current, [, milestone]) => {
      return { ...current, milestones: withValue(current['milestones'], milestone) };
    }, fields);
