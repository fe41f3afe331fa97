import { sourceListSchema, type SourceListItem } from './source-answers.ts';
import type { SourceClient } from './source-client.ts';

/** How far the reading is: how many records are behind it, and which ones were the last. */
export interface PagePosition {
  readonly offset: number;
  readonly last: readonly number[];
}

/** Where reading begins. */
const startPosition: PagePosition = { offset: 0, last: [] };

/** Records that come next, and how far the reading is after them. */
export interface SourcePage {
  readonly records: readonly SourceListItem[];
  readonly position: PagePosition;
  readonly total: number;
}

/** Which records are read, and what of them. */
export interface PageQuery {
  readonly postType: string;
  /** Keys of fields that each record is to have. */
  readonly fields: readonly string[];
  readonly pageSize?: number;
}

/**
 * All records of a type, the oldest first, so that what is made meanwhile comes last. Each page begins with the last record of the one before
 * it; where another one stands there, some were deleted, and the reading goes back to one that it knows. A record may come twice and none is left out.
 */
export async function* readPages(
  source: Pick<SourceClient, 'get'>,
  { postType, fields, pageSize = 100 }: PageQuery,
  start: PagePosition = startPosition,
): AsyncGenerator<SourcePage> {
  const read = (offset: number) =>
    source.get(`dt-posts/v2/${postType}`, sourceListSchema, {
      sort: 'post_date',
      offset,
      limit: pageSize,
      fields_to_return: fields,
    });
  let { offset, last } = start;
  for (;;) {
    let from = Math.max(0, offset - 1);
    let page = await read(from);
    while (from > 0 && last.length > 0 && !page.posts.some(({ ID }) => last.includes(ID))) {
      from = Math.max(0, from - pageSize + 1);
      page = await read(from);
    }
    const known = page.posts.findLastIndex(({ ID }) => last.includes(ID));
    const records = page.posts.slice(known + 1);
    if (records.length === 0) return;
    offset = from + page.posts.length;
    last = page.posts.map(({ ID }) => ID);
    yield { records, position: { offset, last }, total: page.total };
  }
}
