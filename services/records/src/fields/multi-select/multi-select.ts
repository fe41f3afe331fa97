import { msg } from '@svc/contracts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, shown } from '../../model/field-type/problem.ts';
import { isOption, optionList, optionPlace, optionsDeclaration } from '../shared/options.ts';
import { parseValues, severalTexts, type ValuesChange } from '../shared/values-write.ts';

/** Sorts after every option: an unset field is last ascending. */
const afterAllOptions = 1_000_000;

/** Any of the declared options, in the order in which they were added. */
export const multiSelect: FieldType<readonly string[], ValuesChange> = {
  name: 'multi_select',
  storedAs: 'array',
  declaration: optionsDeclaration,
  hasOptions: true,

  write: {
    ...severalTexts.write,
    parse(input, field) {
      const parsed = parseValues(input, field);
      if ('problem' in parsed) return parsed;
      const unknown = parsed.change.entries.find((entry) => !entry.delete && !isOption(entry.value, field));
      if (!unknown) return parsed;
      const message = msg`multi_select value must be one of ${optionList(field)}: ${field.key}, received ${shown(unknown.value)}`;
      return problem(message, 'update_multi_select_fields');
    },
  },

  read: {
    shape: (stored, field) => stored?.filter((key) => isOption(key, field)),
  },

  query: {
    ...severalTexts.query,
    // Negative: records with the last option come first.
    sortKey: (stored, field) => -Math.max(-1, ...stored.map((key) => optionPlace(key, field) ?? -1)),
    sortKeyWhenUnset: () => afterAllOptions,
  },

  history: severalTexts.history,

  exchange: severalTexts.exchange,
};
