import type { Call } from '@svc/service-kit';
import type { NamesCall } from '../connections/find-linked.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Snapshot } from '../store/in-snapshot.ts';
import type { RecordVersion } from '../store/record-document.ts';
import type { ReadContext } from '../fields/field-type.ts';
import { textOf, type ItemPlan } from './item-plan.ts';
import { loadPrivately } from './load-states.ts';
import { loadReadyItems } from './load-ready-items.ts';
import { pageJson } from './page-json.ts';
import { NamesOfValues, readContext, type ReadNames } from './read-context.ts';
import type { Gap, ReadyItem } from './ready-item.ts';

/** A page of which everything is known that the record, its connections and its reader's private values say. */
export interface LoadedPage {
  readonly plan: ItemPlan;
  readonly items: readonly LoadedItem[];
}

interface LoadedItem {
  readonly item: ReadyItem;
  /** The stored value of each gap as the reader has it; undefined while unset. */
  readonly values: readonly unknown[];
}

/** Reads what the items of a page are made from, as it is in the snapshot in which the page was found. */
export async function loadPage(
  call: Pick<Call, 'actor' | 'deadline'> & { readonly snapshot: Snapshot },
  deps: RecordsDeps,
  plan: ItemPlan,
  page: readonly RecordVersion[],
): Promise<LoadedPage> {
  const ids = page.map(({ _id }) => _id);
  const [items, privately] = await Promise.all([
    loadReadyItems(call, deps, plan, page),
    loadPrivately(call, deps, ids, plan.shown),
  ]);
  const valueOf = ({ planned, stored }: Gap, own: Readonly<Record<string, unknown>> | undefined) =>
    planned.isPrivate ? own?.[planned.field.key] : stored;
  return {
    plan,
    items: items.map((item) => {
      const own = privately.get(item.id);
      return { item, values: item.gaps.map((gap) => valueOf(gap, own)) };
    }),
  };
}

/** The items of a page, with what they name. */
export interface PresentedPage {
  /** An array. */
  readonly json: Buffer;
  readonly names: ReadNames;
  readonly called: ReadContext;
}

/** The items of a page as JSON; each kind of name on it takes one question. */
export async function presentPage(
  call: Pick<Call, 'ask'> & NamesCall,
  deps: RecordsDeps,
  { items }: LoadedPage,
): Promise<PresentedPage> {
  const names = namesOn(items);
  const called = await readContext(call, deps, names);
  const json = pageJson(items.map(({ item, values }) => ({ item, texts: textsOf(item, values, called) })));
  return { json, names, called };
}

function namesOn(items: readonly LoadedItem[]): ReadNames {
  const names = new NamesOfValues();
  for (const { item, values } of items)
    for (const [index, { planned }] of item.gaps.entries())
      if (planned.hasNames) names.add(planned.field, values[index]);
  return names;
}

function textsOf(
  { gaps, id, postType }: ReadyItem,
  values: readonly unknown[],
  context: ReadContext,
): string[] {
  const ofRecord = { ...context, record: { id, postType } };
  return gaps.map(({ planned: { field, keys, unset } }, index) => {
    const stored = values[index];
    return stored === undefined ? unset : textOf(keys, field.type.read(stored, field, ofRecord));
  });
}
