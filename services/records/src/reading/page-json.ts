import type { ReadyItem } from './ready-item.ts';

/** An item with a text for each of its gaps. */
export interface FilledItem {
  readonly item: ReadyItem;
  readonly texts: readonly string[];
}

/** A page as JSON, UTF-8: its items in an array. */
export function pageJson(items: readonly FilledItem[]): Buffer {
  const page = Buffer.allocUnsafe(
    items.reduce((sum, item) => sum + sizeOf(item), Math.max(2, items.length + 1)),
  );
  let at = page.write('[');
  for (const [index, item] of items.entries()) {
    if (index > 0) at += page.write(',', at);
    at = writeItem(page, at, item);
  }
  page.write(']', at);
  return page;
}

function sizeOf({ item, texts }: FilledItem): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text), item.json.byteLength);
}

/** Where the next one begins. */
function writeItem(page: Buffer, start: number, { item: { json, gaps }, texts }: FilledItem): number {
  let at = start;
  let written = 0;
  for (const [index, gap] of gaps.entries()) {
    const text = texts[index];
    if (!text) continue;
    at += json.copy(page, at, written, gap.at);
    at += page.write(text, at);
    written = gap.at;
  }
  return at + json.copy(page, at, written);
}
