import { msg } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import type { FieldType } from '../../model/field.ts';
import { optionFilter } from '../shared/option-filter.ts';
import { sortText } from '../shared/sort-text.ts';
import { textBuckets } from '../shared/text-buckets.ts';
import { severalValueRows } from '../shared/value-rows.ts';
import {
  absentValues,
  addValues,
  applyValues,
  parseValues,
  setDelta,
  type ValuesChange,
} from '../shared/values-write.ts';
import { sameValues } from '../shared/same-values.ts';
import { severalTransfer } from '../../model/field-transfer.ts';

/** Free words, in the order in which they were added; no list of options is needed. */
export const tags: FieldType<readonly string[], ValuesChange> = {
  name: 'tags',

  parse: (input, field) => parseValues(input, field),
  apply: (before, change) => applyValues(before, change),
  mergeFrom: (given) => addValues(given),
  keepExisting: (before, change) => absentValues(before, change),
  sameAs: (change, _field, path) => sameValues(change, path),

  read: (stored) => stored,
  filter: (operand, field) => optionFilter(operand, field, { noneIsUnset: false }),
  contains: (pattern, path) => ({ [path]: pattern }),
  filterTerms: (stored) => stored,
  sortKey: (stored) => sortText(stored[0] ?? ''),
  offersValues: true,
  listsValuesInUse: true,
  buckets: textBuckets,

  transfer: severalTransfer,

  delta: (before, after) => setDelta(before, after),
  activity(before, after, field) {
    const { added, removed } = setDelta(before, after);
    const text = (tag: string) => ({ raw: tag, label: tag });
    return severalValueRows(field, { added: added.map(text), removed: removed.map(text) });
  },
  note(row, field) {
    const { name } = field.definition;
    return row.metaValue === valueDeleted
      ? msg`${row.oldValue} removed from ${name}`
      : msg`${row.metaValue} added to ${name}`;
  },
};
