import type { FieldDefinition, FieldOption } from '@svc/contracts';

type CellValue = { readonly value: unknown } | { readonly problem: string };

type Reader = (cell: string, field: FieldDefinition, separator: string) => CellValue;

const text: Reader = (cell) => ({ value: cell });

// 1,000 is refused: the comma separates thousands in some countries and decimals in others.
const number: Reader = (cell) =>
  /^-?\d+(?:\.\d+)?$/.test(cell)
    ? { value: Number(cell) }
    : { problem: `must be a number such as 1200 or 0.5, not ${JSON.stringify(cell)}` };

const boolean: Reader = (cell) => {
  const word = cell.toLowerCase();
  if (['true', 'yes', '1'].includes(word)) return { value: true };
  if (['false', 'no', '0'].includes(word)) return { value: false };
  return { problem: 'must be true, yes or 1, or false, no or 0' };
};

const date: Reader = (cell) =>
  /^\d{4}-\d{2}-\d{2}(?:[T ][\d:.]+Z?)?$/.test(cell)
    ? { value: cell }
    : { problem: 'must be a date such as 2026-01-31' };

const option: Reader = (cell, field) => ({ value: optionKey(cell, field) });

/** The key of an option named by its key or label; any other text is left to the service, which refuses it or creates an option. */
function optionKey(cell: string, { default: options }: FieldDefinition): string {
  const declared = Object.entries((options ?? {}) as Record<string, FieldOption>);
  if (declared.some(([key]) => key === cell)) return cell;
  const wanted = cell.toLowerCase();
  return declared.find(([, { label }]) => label.toLowerCase() === wanted)?.[0] ?? cell;
}

const values =
  (valueOf: (part: string, field: FieldDefinition) => string): Reader =>
  (cell, field, separator) => {
    const trimmed = cell.split(separator).map((part) => part.trim());
    const parts = trimmed.filter((part) => part !== '');
    return { value: { values: parts.map((part) => ({ value: valueOf(part, field) })) } };
  };

const asTheyAre = values((part) => part);

const readers: Readonly<Record<string, Reader>> = {
  text,
  textarea: text,
  number,
  boolean,
  date,
  datetime: date,
  key_select: option,
  multi_select: values(optionKey),
  tags: asTheyAre,
  communication_channel: asTheyAre,
  connection: asTheyAre,
  location: asTheyAre,
  user_select: text,
};

/** Whether a column can hold the values of a field. */
export function isImportable({ type }: FieldDefinition): boolean {
  return type in readers;
}

export function cellValue(cell: string, field: FieldDefinition, separator: string): CellValue {
  return readers[field.type]?.(cell.trim(), field, separator) ?? { problem: 'cannot be imported' };
}
