import { msg } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { FieldType } from '../../model/field.ts';
import { listDelta } from '../shared/list-delta.ts';
import { optionFilter } from '../shared/membership-filter.ts';
import { sortText } from '../shared/sort-text.ts';
import { severalValueRows } from '../shared/value-rows.ts';
import { parseValues, severalValues, type ValuesChange } from '../shared/values-write.ts';

/** Free words, in the order in which they were added; no list of options is needed. */
export const tags: FieldType<readonly string[], ValuesChange> = {
  ...severalValues,
  name: 'tags',

  parse: (input, field) => parseValues(input, field),

  read: (stored) => stored,
  filter: (operand, field) => optionFilter(operand, field, { noneIsUnset: false }),
  contains: (pattern, path) => ({ [path]: pattern }),
  filterTerms: (stored) => stored,
  sortKey: (stored) => sortText(stored[0] ?? ''),
  offersValues: true,
  listsValuesInUse: true,
  buckets: { show: (value: string) => ({ value, label: value }) },

  activity: (before, after, field) => severalValueRows(field, listDelta(before, after)),
  note(row, field) {
    const { name } = field.definition;
    return row.metaValue === valueDeleted
      ? msg`${row.oldValue} removed from ${name}`
      : msg`${row.metaValue} added to ${name}`;
  },
};
