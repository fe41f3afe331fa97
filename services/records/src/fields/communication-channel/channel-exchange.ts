import { serialize, unserialize } from 'php-serialize';
import type { ChannelEntry } from './channel-entries.ts';
import { receivedValues, writtenValues } from '../../model/received-values.ts';
import type { ExchangeGroup, Meta } from '../../model/field-type/exchange.ts';

/** The part of an entry's key after the field's key; `_details` marks the further attributes of the value. */
const entryKey = /^_[0-9a-f]{3,32}(_details)?$/;
const details = '_details';

/** Sends each value of a channel under its own key, `contact_phone_4a1`. The receiver makes new keys. */
export const channelExchange: ExchangeGroup<readonly ChannelEntry[]> = {
  send(stored, { key }) {
    const taken = new Set(stored.map((entry) => entry.key));
    const metaKeys = stored.map((entry, index) =>
      isEntryKey(entry.key, key) ? entry.key : free(key, index, taken),
    );
    return Object.assign(
      {},
      ...stored.map((entry, index) => sentEntry(metaKeys[index] ?? '', entry)),
    ) as Meta;
  },
  owns: (metaKey, { key }) => isEntryKey(metaKey, key),
  receive(meta) {
    const keys = Object.keys(meta).filter((key) => !key.endsWith(details));
    const entries = keys.flatMap((key) => {
      const attributes = attributesOf(meta[`${key}${details}`]);
      return receivedValues(meta[key]).map((value) => ({ ...attributes, value }));
    });
    return writtenValues(entries.filter(({ value }) => value !== ''));
  },
};

function isEntryKey(metaKey: string, key: string): boolean {
  return metaKey.startsWith(key) && entryKey.test(metaKey.slice(key.length));
}

/** A key for an entry whose own key the receiver would not recognise. */
function free(key: string, index: number, taken: Set<string>): string {
  let number = index;
  const metaKey = () => `${key}_${number.toString(16).padStart(3, '0')}`;
  while (taken.has(metaKey())) number += 1;
  taken.add(metaKey());
  return metaKey();
}

function sentEntry(metaKey: string, { key: _key, value, ...attributes }: ChannelEntry): Meta {
  const known = Object.entries(attributes).filter(
    ([name, content]) => name !== 'verified' || content === true,
  );
  if (known.length === 0) return { [metaKey]: [value] };
  return { [metaKey]: [value], [`${metaKey}${details}`]: [phpMap(known)] };
}

function attributesOf(sent: unknown): Meta {
  const [text] = receivedValues(sent);
  const { key: _key, value: _value, delete: _delete, ...attributes } = readPhpMap(text);
  return attributes;
}

/** A flat map serialised as in PHP, as other systems store the attributes of a value: `a:1:{s:1:"k";b:1;}`. */
export function phpMap(entries: readonly (readonly [string, unknown])[]): string {
  const isFlat = (value: unknown) => value === null || typeof value !== 'object';
  const flat = entries.map(
    ([key, value]) => [key, isFlat(value) ? (value ?? null) : JSON.stringify(value)] as const,
  );
  return serialize(new Map(flat));
}

/** The texts, numbers and flags of a map of `phpMap`; empty for anything else that another site may send. */
export function readPhpMap(text: unknown): Meta {
  try {
    const map: unknown = unserialize(String(text));
    const entries = map !== null && typeof map === 'object' ? Object.entries(map) : [];
    return Object.fromEntries(entries.filter(([, value]) => scalars.includes(typeof value)));
  } catch {
    return {};
  }
}

const scalars = ['string', 'number', 'boolean'];
