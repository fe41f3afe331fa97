import { msg } from '@svc/contracts';
import { problem, shown, type FieldType } from '../../model/field.ts';
import { isOption, optionList, optionPlace, optionsDeclaration } from '../shared/options.ts';
import { parseValues, severalTexts, type ValuesChange } from '../shared/values-write.ts';

/** Sorts after every option: an unset field is last ascending. */
const afterAllOptions = 1_000_000;

/** Any of the declared options, in the order in which they were added. */
export const multiSelect: FieldType<readonly string[], ValuesChange> = {
  ...severalTexts,
  name: 'multi_select',
  storedAs: 'array',
  plainValues: (stored) => stored,
  declaration: optionsDeclaration,
  hasOptions: true,

  parse(input, field) {
    const parsed = parseValues(input, field);
    if ('problem' in parsed) return parsed;
    const unknown = parsed.change.entries.find((entry) => !entry.delete && !isOption(entry.value, field));
    if (!unknown) return parsed;
    const message = msg`multi_select value must be one of ${optionList(field)}: ${field.key}, received ${shown(unknown.value)}`;
    return problem(message, 'update_multi_select_fields');
  },

  read: (stored, field) => stored?.filter((key) => isOption(key, field)),
  // Negative: records with the last option come first.
  sortKey: (stored, field) => -Math.max(-1, ...stored.map((key) => optionPlace(key, field) ?? -1)),
  sortKeyWhenUnset: () => afterAllOptions,
};
