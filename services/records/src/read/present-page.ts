import type { Fields } from '@svc/contracts';
import { mapInSlices, type Call } from '@svc/service-kit';
import type { RecordAccess } from '../access/record-access.ts';
import type { ReadDeps } from './read-deps.ts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { inSnapshot, readLean, type Snapshot } from '../store/read-with-deadline.ts';
import type { RecordVersion } from '../model/record.ts';
import type { ReadContext, ReadNames } from '../model/read-context.ts';
import { type ItemPlan, textOf } from './read-plans.ts';
import { loadPrivateValues, type PrivateValuesByRecord } from './load-states.ts';
import { loadRenderedItems } from './load-rendered-items.ts';
import { readContext, type NamesCall } from './read-context.ts';
import { NamesOfValues } from './names-of-values.ts';
import type { Placeholder, RenderedItem } from './rendered-item.ts';

type PresentCall = Pick<Call, 'ask' | 'actor' | 'deadline'>;

interface WantedItems {
  readonly postType: PostType;
  readonly ids: readonly number[];
  readonly shown: readonly Field[];
  /** Without it all records are shown. */
  readonly access?: RecordAccess;
}

/** Records as list items with these fields, after the extensions' filters, and the versions of these records. */
export async function presentItems(
  call: PresentCall,
  deps: ReadDeps,
  { postType, ids, shown, access }: WantedItems,
): Promise<{ items: Fields[]; versions: readonly RecordVersion[] }> {
  const plan = deps.itemPlans.of(postType, shown);
  const filter = { _id: { $in: ids }, postType: postType.key, ...access?.filter };
  const paths = { version: 1, ...access?.paths } as const;
  const query = deps.records.find(filter, paths, { batchSize: ids.length + 1 });
  const { loaded, versions } = await inSnapshot(deps.store.connection, async (snapshot) => {
    const on = { ...call, snapshot };
    const found = await readLean<RecordVersion[]>(on, query);
    const records = access ? await access.among(found) : found;
    return { loaded: await loadPage(on, deps, plan, { records }), versions: records };
  });
  const { json } = await presentPage(call, deps, loaded);
  const items = JSON.parse(json.toString('utf8')) as Fields[];
  return { items: await filteredItems(call, deps, postType, items), versions };
}

export async function filteredItems(
  call: PresentCall,
  deps: Pick<ReadDeps, 'hooks'>,
  postType: PostType,
  items: readonly Fields[],
): Promise<Fields[]> {
  return Promise.all(
    items.map((item) => deps.hooks.filter('svc_adjust_post_custom_fields', call, item, postType.key)),
  );
}

/** An item with the stored values of its placeholders; names are not yet looked up. */
export interface LoadedItem {
  readonly item: RenderedItem;
  /** The reader's stored value for each placeholder; undefined while unset. */
  readonly values: readonly unknown[];
}

/** How the items of a page are written. */
export interface ItemForm {
  /** Whether `ID` is a string. */
  readonly hasTextIds?: boolean;
}

interface WantedPage {
  readonly records: readonly RecordVersion[];
  /** Loads the reader's private values; by default those in all records, in one query. */
  readonly loadValues?: (() => Promise<PrivateValuesByRecord>) | undefined;
}

/** Reads the items of a page and their private values in the snapshot in which the page was found. */
export async function loadPage(
  call: Pick<Call, 'actor' | 'deadline'> & { readonly snapshot: Snapshot },
  deps: ReadDeps,
  plan: ItemPlan,
  { records: page, loadValues }: WantedPage,
): Promise<LoadedItem[]> {
  const ids = page.map(({ _id }) => _id);
  // One after the other: the first read decides the moment of a snapshot, and two first reads at once would have a moment each.
  const items = await loadRenderedItems(call, deps, plan, page);
  const privateValues = await (loadValues?.() ?? loadPrivateValues(call, deps, ids, plan.shown));
  const valueOf = ({ planned, stored }: Placeholder, own: Readonly<Record<string, unknown>> | undefined) =>
    planned.isPrivate ? own?.[planned.field.key] : stored;
  return items.map((item) => {
    const own = privateValues.get(item.id);
    const values = item.placeholders.map((placeholder) => valueOf(placeholder, own));
    return { item, values };
  });
}

/** The items of a page as a JSON array, and the names in them; each kind of name takes one query. */
export async function presentPage(
  call: NamesCall,
  deps: ReadDeps,
  items: readonly LoadedItem[],
  form: ItemForm = {},
) {
  const names = namesOn(items);
  const called = await readContext(call, deps, names);
  const filled = await mapInSlices(items, ({ item, values }) => ({
    item,
    texts: textsOf(item, values, called),
  }));
  return { json: pageJson(filled, form), names, called };
}

function namesOn(items: readonly LoadedItem[]): ReadNames {
  const names = new NamesOfValues();
  for (const { item, values } of items)
    for (const [index, { planned }] of item.placeholders.entries())
      if (planned.hasNames) names.add(planned.field, values[index]);
  return names;
}

function textsOf(
  { placeholders, id, postType }: RenderedItem,
  values: readonly unknown[],
  context: ReadContext,
): string[] {
  const ofRecord = { ...context, record: { id, postType } };
  return placeholders.map(({ planned: { field, keys, unset } }, index) => {
    const stored = values[index];
    return stored === undefined ? unset : textOf(keys, field.type.read.shape(stored, field, ofRecord));
  });
}

/** An item with the text for each of its placeholders. */
interface FilledItem {
  readonly item: RenderedItem;
  readonly texts: readonly string[];
}

/** The items of a page as a JSON array in UTF-8. */
function pageJson(items: readonly FilledItem[], form: ItemForm): Buffer {
  const page = Buffer.allocUnsafe(
    items.reduce((sum, item) => sum + sizeOf(item, form), Math.max(2, items.length + 1)),
  );
  let at = page.write('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) at += page.write(',', at);
    at = writeItem(page, at, item, form);
  }
  page.write(']', at);
  return page;
}

function sizeOf({ item, texts }: FilledItem, { hasTextIds }: ItemForm): number {
  const quotes = hasTextIds ? 2 : 0;
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), item.json.byteLength + quotes);
}

/** Returns the offset of the next item. */
function writeItem(page: Buffer, start: number, { item, texts }: FilledItem, form: ItemForm): number {
  const { json, placeholders } = item;
  let at = start;
  let written = 0;
  if (form.hasTextIds) {
    at += page.write(`{"ID":"${item.id}"`, at);
    written = `{"ID":${item.id}`.length;
  }
  for (const [index, placeholder] of placeholders.entries()) {
    const text = texts[index];
    if (!text) continue;
    at += json.copy(page, at, written, placeholder.at);
    at += page.write(text, at);
    written = placeholder.at;
  }
  return at + json.copy(page, at, written);
}
