import { receivedValues } from '../model/field-transfer.ts';

/** Formats values without a field as lines of a comment. */
export function shownValues(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, sent]) => asText(`${key}: ${receivedValues(sent).map(shownValue).join(', ')}`))
    .join('\n');
}

function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { label, post_title: title, value: inner } = value as Record<string, unknown>;
  const named = label ?? title ?? inner;
  return typeof named === 'string' || typeof named === 'number' ? String(named) : JSON.stringify(value);
}

/** Escapes a value for a comment, which is HTML. */
export function asText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
