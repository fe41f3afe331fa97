import type { Fields } from '@svc/contracts';
import type { FieldRule } from './field-rule.ts';
import { connectedValues, withValue } from './written-connections.ts';

/** Adds the groups that a contact leads to those that it belongs to. */
export const leadersAreMembers: FieldRule = (fields) =>
  connectedValues(fields, 'group_leader').reduce<Fields>(
    (current, group) => ({ ...current, groups: withValue(current['groups'], group) }),
    fields,
  );
