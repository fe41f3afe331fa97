import { connectionTotals, degreesOf } from './shown-connections.ts';
import type { Site } from '../model/site.ts';
import type { VersionedRecord } from '../model/record.ts';
import { textOf, withoutNames, type ItemPlan, type PlannedField } from './read-plans.ts';
import { storedValue, type RecordState } from '../model/stored-value.ts';
import { withAliases } from '../model/post-type.ts';

/**
 * A list item as JSON, as far as the record alone determines it. Names of users, places and connected records, and private values, have
 * placeholders, so the item depends neither on the reader nor on a language.
 */
export interface RenderedItem {
  readonly id: number;
  readonly postType: string;
  readonly version: number;
  readonly json: Buffer;
  /** In their order in the JSON. */
  readonly placeholders: readonly Placeholder[];
  /** Numbers of connections of its fields, without zeros. */
  readonly degrees: readonly number[];
  /** Bytes of the stored record that were read for it. */
  readonly storedBytes: number;
  /** Approximate memory of the item, in bytes. */
  readonly heldBytes: number;
}

/** The position at which the text of a field is inserted on each page. */
export interface Placeholder {
  /** Bytes of the JSON before it. */
  readonly at: number;
  readonly planned: PlannedField;
  /** Undefined for private fields: each reader has their own value. */
  readonly stored: unknown;
}

/** Renders the item of a record with the connections that it shows. */
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
        ?.push(
          stored === undefined ? planned.unset : textOf(keys, field.type.read.shape(stored, field, context)),
        );
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

/** The fixed keys of every item, without the closing brace. `ID` comes first: a page may write it as a string. */
function startOf(record: VersionedRecord, { postType }: ItemPlan, site: Site): string {
  const shape = withAliases(postType, {
    ID: record._id,
    post_title: record.name,
    name: record.name,
    post_type: record.postType,
    post_date: site.dateShape(Math.floor(record.createdAt.getTime() / 1000)),
    permalink: site.listPermalink(record.postType, record._id),
  });
  return JSON.stringify(shape).slice(0, -1);
}

/** Joins the pieces, with a placeholder between each two. */
function joined(
  pieces: readonly (readonly string[])[],
  named: readonly Omit<Placeholder, 'at'>[],
): Pick<RenderedItem, 'json' | 'placeholders'> {
  const texts = pieces.map((piece) => piece.join(''));
  const ends: number[] = [];
  let size = 0;
  for (const text of texts) ends.push((size += Buffer.byteLength(text)));
  // Not from the buffer pool: a cached item would keep its whole pool slab in memory.
  const json = Buffer.allocUnsafeSlow(size);
  for (const [index, text] of texts.entries()) json.write(text, ends[index - 1] ?? 0);
  return {
    json,
    placeholders: named.map((placeholder, index) => ({ ...placeholder, at: ends[index] ?? 0 })),
  };
}

/** Bytes of an item and of a placeholder without their texts, and bytes per character of a stored value. */
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
