import { msg } from '@svc/contracts';
import { valueDeleted } from '../../model/activity-row.ts';
import { problem, shown, type Field, type FieldType } from '../../model/field.ts';
import { listDelta } from '../shared/list-delta.ts';
import { optionFilter } from '../shared/membership-filter.ts';
import { isOption, optionLabel, optionList, optionPlace, optionsDeclaration } from '../shared/options.ts';
import { severalValueRows } from '../shared/value-rows.ts';
import { parseValues, severalValues, type ValuesChange } from '../shared/values-write.ts';

/** Sorts after every option: an unset field is last ascending. */
const afterAllOptions = 1_000_000;

/** Any of the declared options, in the order in which they were added. */
export const multiSelect: FieldType<readonly string[], ValuesChange> = {
  ...severalValues,
  name: 'multi_select',
  declaration: optionsDeclaration,

  parse(input, field) {
    const parsed = parseValues(input, field);
    if ('problem' in parsed) return parsed;
    const unknown = parsed.change.entries.find((entry) => !entry.delete && !isOption(entry.value, field));
    if (!unknown) return parsed;
    const message = msg`multi_select value must be one of ${optionList(field)}: ${field.key}, received ${shown(unknown.value)}`;
    return problem(message, 'update_multi_select_fields');
  },

  read: (stored, field) => stored?.filter((key) => isOption(key, field)),
  filter: (operand, field) => optionFilter(operand, field, { noneIsUnset: false }),
  contains: (pattern, path) => ({ [path]: pattern }),
  filterTerms: (stored) => stored,
  sortKey: (stored, field) => latestPlace(stored, field),
  sortKeyWhenUnset: () => afterAllOptions,
  offersValues: true,
  buckets: { show: (value: string, field) => ({ value, label: optionLabel(value, field) }) },

  activity(before, after, field) {
    const { added, removed } = listDelta(before, after);
    const text = (key: string) => ({ raw: key, label: optionLabel(key, field) });
    return severalValueRows(field, { added: added.map(text), removed: removed.map(text) });
  },
  note(row, field) {
    const isRemoval = row.metaValue === valueDeleted;
    const label = optionLabel(isRemoval ? row.oldValue : row.metaValue, field);
    const { name } = field.definition;
    return isRemoval ? msg`${label} removed from ${name}` : msg`${label} added to ${name}`;
  },
};

/** Negative: records with the last option come first. */
function latestPlace(keys: readonly string[], field: Field): number {
  return -keys.reduce((latest, key) => Math.max(latest, optionPlace(key, field) ?? -1), -1);
}
