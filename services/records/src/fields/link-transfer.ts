import type { Field } from './field-type.ts';
import { receivedValues, writtenValues, type FieldTransfer } from './field-transfer.ts';
import type { LinkEntry } from './link-entries.ts';

/** The links of one type under one key, `website_default`. */
export const linkTransfer: FieldTransfer<readonly LinkEntry[]> = {
  send(stored, { key }) {
    const byType = Map.groupBy(stored, ({ type }) => `${key}_${type}`);
    return Object.fromEntries([...byType].map(([metaKey, entries]) => [metaKey, entries.map(valueOf)]));
  },
  owns: (metaKey, field) => metaKey.startsWith(`${field.key}_`) && field.options.has(typeOf(metaKey, field)),
  receive: (meta, field) =>
    writtenValues(
      Object.entries(meta).flatMap(([metaKey, sent]) =>
        receivedValues(sent).map((value) => ({ type: typeOf(metaKey, field), value })),
      ),
    ),
};

function valueOf({ value }: LinkEntry): string {
  return value;
}

function typeOf(metaKey: string, { key }: Field): string {
  return metaKey.slice(key.length + 1);
}
