import { connectionTotals, degreesOf } from './shown-connections.ts';
import type { Site } from '../model/site.ts';
import type { VersionedRecord } from '../model/record.ts';
import { textOf, withoutNames, type ItemPlan, type PlannedField } from './item-plan.ts';
import { storedValue, type RecordState } from '../model/stored-value.ts';
import { withAliases } from '../model/post-type.ts';

/**
 * A list item as JSON, as far as the record itself determines it. Names of users, places and connected records, and the reader's private
 * values, have placeholders. Nothing in it depends on the reader or a language.
 */
export interface RenderedItem {
  readonly id: number;
  readonly postType: string;
  readonly version: number;
  readonly json: Buffer;
  /** In their order in the JSON. */
  readonly placeholders: readonly Placeholder[];
  /** How many connections its fields have; empty where there are none. */
  readonly degrees: readonly number[];
  /** Bytes of the stored record, as far as it is shown. */
  readonly storedBytes: number;
  /** About what the item takes in memory. */
  readonly heldBytes: number;
}

/** Where the text of a field that is made for each page is inserted. */
export interface Placeholder {
  /** Bytes of the JSON before it. */
  readonly at: number;
  readonly planned: PlannedField;
  /** Undefined for what is private: each reader has their own. */
  readonly stored: unknown;
}

/** Makes the item of a record, with the connections that are shown of it. */
export function renderItem(
  plan: ItemPlan,
  site: Site,
  {
    record,
    connected,
    storedBytes,
  }: Omit<RecordState<VersionedRecord>, 'privateValues'> & { storedBytes: number },
): RenderedItem {
  const state = { record, connected, privateValues: {} };
  const context = { ...withoutNames(site), record: { id: record._id, postType: record.postType } };
  const pieces: string[][] = [[startOf(record, plan, site)]];
  const named: Omit<Placeholder, 'at'>[] = [];
  for (const planned of plan.fields) {
    const { field, isPrivate, hasNames, keys } = planned;
    const stored = isPrivate ? undefined : storedValue(state, field);
    if (isPrivate || (hasNames && stored !== undefined)) {
      named.push({ planned, stored });
      pieces.push([]);
    } else {
      pieces
        .at(-1)
        ?.push(stored === undefined ? planned.unset : textOf(keys, field.type.read(stored, field, context)));
    }
  }
  const { connection_totals: totals } = connectionTotals(state, plan.shown);
  pieces.at(-1)?.push(textOf([',"connection_totals":'], totals), '}');
  const { _id: id, postType, version } = record;
  const json = joined(pieces, named);
  return {
    id,
    postType,
    version,
    ...json,
    degrees: degreesOf(record, plan.shown),
    storedBytes,
    heldBytes: heldBy(json),
  };
}

/** What every item has, up to the end of the object. */
function startOf(record: VersionedRecord, { postType }: ItemPlan, site: Site): string {
  const shape = withAliases(postType, {
    ID: record._id,
    post_title: record.name,
    name: record.name,
    post_type: record.postType,
    post_date: site.dateShape(Math.floor(record.createdAt.getTime() / 1000)),
    permalink: site.permalink(record.postType, record._id),
  });
  return JSON.stringify(shape).slice(0, -1);
}

/** Between two pieces there is a placeholder. */
function joined(
  pieces: readonly (readonly string[])[],
  named: readonly Omit<Placeholder, 'at'>[],
): Pick<RenderedItem, 'json' | 'placeholders'> {
  const texts = pieces.map((piece) => piece.join(''));
  const ends: number[] = [];
  let size = 0;
  for (const text of texts) ends.push((size += Buffer.byteLength(text)));
  // Not a part of a larger buffer, which all of it would keep in memory.
  const json = Buffer.allocUnsafeSlow(size);
  for (const [index, text] of texts.entries()) json.write(text, ends[index - 1] ?? 0);
  return {
    json,
    placeholders: named.map((placeholder, index) => ({ ...placeholder, at: ends[index] ?? 0 })),
  };
}

/** The memory of an item and of a placeholder without their texts, and the factor for the characters of a stored value. */
const itemBytes = 500;
const placeholderBytes = 150;
const valueFactor = 3;

function heldBy({ json, placeholders }: Pick<RenderedItem, 'json' | 'placeholders'>): number {
  const values = placeholders
    .filter(({ stored }) => stored !== undefined)
    .map(({ stored }) => JSON.stringify(stored).length);
  return (
    itemBytes +
    json.byteLength +
    values.reduce((sum, value) => sum + value * valueFactor, placeholders.length * placeholderBytes)
  );
}
