import type { Fields } from '@svc/contracts';
import type { FieldRule } from './field-rule.ts';
import { connectedValues, withValue } from './written-connections.ts';

/** Who leads a group belongs to it. */
export const leadersAreMembers: FieldRule = (fields) =>
  connectedValues(fields, 'group_leader').reduce<Fields>(
    (current, group) => ({ ...current, groups: withValue(current['groups'], group) }),
    fields,
  );
