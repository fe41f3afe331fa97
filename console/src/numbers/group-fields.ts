import type { FieldSettings, PostTypeSettings } from '../settings/settings.ts';

/** A field by whose values a list can be counted (docs/guides/numbers.md#groups). */
export interface GroupField {
  readonly key: string;
  readonly name: string;
  readonly isDate: boolean;
}

const countedTypes = [
  'key_select',
  'multi_select',
  'tags',
  'boolean',
  'user_select',
  'date',
  'datetime',
  'location',
];
const dateTypes = ['date', 'datetime'];

/** The fields of a type by which its lists can be counted: its status first, then by name. */
export function groupFieldsOf({ fields, status_field: status }: PostTypeSettings): readonly GroupField[] {
  return Object.entries(fields)
    .filter(([, field]) => isCounted(field))
    .map(([key, { name, type }]) => ({ key, name, isDate: dateTypes.includes(type) }))
    .sort(
      (a, b) =>
        Number(b.key === status?.status_key) - Number(a.key === status?.status_key) ||
        a.name.localeCompare(b.name),
    );
}

function isCounted({ type, hidden, private: isPrivate }: FieldSettings): boolean {
  return countedTypes.includes(type) && !hidden && !isPrivate;
}
