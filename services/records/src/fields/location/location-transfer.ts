import { receivedValues, writtenValues } from '../../model/field-transfer.ts';
import type { FieldTransfer } from '../../model/field.ts';
import type { LocationEntry } from './location-entries.ts';

/** Rows of the location grid, in the form in which they are written. */
export const locationTransfer: FieldTransfer<readonly number[]> = {
  send: (stored, { key }) => ({ [key]: { values: stored.map((value) => ({ value })) } }),
  receive: (meta, { key }) =>
    writtenValues(receivedValues(meta[key]).map((value) => (isObject(value) ? value : { value }))),
};

/** Places with a point and a label, in the form in which they are written. */
export const locationMetaTransfer: FieldTransfer<readonly LocationEntry[]> = {
  send: (stored, { key }) => ({
    [key]: {
      values: stored.map(({ grid_id, lng, lat, level, label }) => ({ grid_id, lng, lat, level, label })),
    },
  }),
  receive: (meta, { key }) => writtenValues(receivedValues(meta[key]).map(withoutIds)),
};

/** Removes the ids of the other site, which would name other entries here. */
function withoutIds(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { grid_id, lng, lat, level, label } = value as Record<string, unknown>;
  const known = Object.entries({ grid_id, lng, lat, level, label });
  return Object.fromEntries(known.filter(([, content]) => content !== undefined));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
