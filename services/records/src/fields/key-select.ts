import { valueDeleted } from '../activity/activity-row.ts';
import { problem, shown, type Field, type FieldType, type ParsedFilter } from './field-type.ts';
import { keepSingle } from './keep-single.ts';
import { optionSteps } from './option-steps.ts';
import { isOption, optionLabel, optionList, optionPlace, optionsDeclaration } from './options.ts';
import { longestLine, textOf, textProblem } from './plain-text.ts';
import { singleValueRow } from './value-rows.ts';
import { isOn, mostValues, tooManyValues, valuesOf } from './values-write.ts';
import { sameValue } from './same-value.ts';

/** Where options that are not declared, and no option at all, stand in the order: after all options (facts of sorting). */
const lastPlace = (field: Field) => Math.max(98, field.options.size);

/** One of the declared options, written and stored as its key. "" and null unset. */
export const keySelect: FieldType<string, string | null> = {
  name: 'key_select',
  declaration: optionsDeclaration,

  parse(input, field) {
    const key = singleOf(input);
    if (key === null || key === '') return { change: null };
    if (typeof key !== 'string') {
      return problem(`key_select value must in string format: ${field.key}, received ${shown(input)}`);
    }
    const wrong = isOption(key, field)
      ? textProblem(key, longestLine)
      : `must be one of ${optionList(field)}`;
    if (wrong === undefined) return { change: key.toWellFormed() };
    return problem(`key_select value ${wrong}: ${field.key}, received ${shown(key)}`);
  },
  apply: (_before, change) => change ?? undefined,
  keepExisting: (before, change) => keepSingle(before, change),
  sameAs: (change, _field, path) => sameValue(change, path),

  read: (stored, field) =>
    stored === undefined ? undefined : { key: stored, label: optionLabel(stored, field) },
  filter: (operand, field, path) => optionFilter(operand, field, path),
  sortKey: (stored, field) => optionPlace(stored, field) ?? lastPlace(field),
  sortKeyWhenUnset: (field) => lastPlace(field),

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: (before, after, field) =>
    optionSteps(before, after, field).map(([from, to]) =>
      singleValueRow(field, rowText(from, field), rowText(to, field), true),
    ),
  note(row, field) {
    const label = row.metaValue === valueDeleted ? '' : optionLabel(row.metaValue, field);
    return `${field.definition.name}: ${label}`.trimEnd();
  },
};

/** The one value of a write; some clients send it as a set of values. */
export function singleOf(input: unknown): unknown {
  const write = valuesOf(input);
  if (!write) return input;
  const kept = write.values.filter((entry) => !isOn((entry as { delete?: unknown } | null)?.delete));
  if (kept.length > 1) return input;
  return kept.length === 0 ? null : (kept[0] as { value?: unknown } | null)?.value;
}

/**
 * Options are ORed, `-option` excludes and lets records without the field through, `none` also means unset, and an empty
 * list means unset (facts of field filters, decisions on exclusions).
 */
function optionFilter(operand: unknown, field: Field, path: string): ParsedFilter {
  const values = Array.isArray(operand) ? operand.map(textOf) : undefined;
  if (!values?.every((value) => value !== undefined)) return { problem: `${field.key} must be an array` };
  if (values.length > mostValues) return { problem: tooManyValues(field) };
  if (values.length === 0) return { condition: { [path]: null } };
  const excluded = values.filter((value) => value.startsWith('-')).map((value) => value.slice(1));
  const included = values.filter((value) => !value.startsWith('-'));
  const condition: Record<string, unknown> = {};
  if (included.length > 0) condition['$in'] = included.includes('none') ? [...included, null] : included;
  if (excluded.length > 0) condition['$nin'] = excluded;
  return { condition: { [path]: condition } };
}

function rowText(key: string | undefined, field: Field) {
  return key === undefined ? undefined : { raw: key, label: optionLabel(key, field) };
}
