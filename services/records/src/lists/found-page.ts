import type { RecordVersion } from '../model/record.ts';
import type { ListedQuery, ListPlace } from '../query/list-query.ts';
import type { Cursor, Position } from '../store/page-cursors.ts';

/** The records of a part, in the order in which they were read, as of the snapshot. */
export interface ReadPart extends Pick<FoundPage, 'records' | 'total' | 'among' | 'indexed'> {
  readonly first: Position | undefined;
  readonly last: Position | undefined;
  /** Whether the list has more records after the part. */
  readonly goesOn: boolean;
}

/** The records of a page as of the snapshot, and the total of the list. */
export interface FoundPage {
  readonly records: readonly RecordVersion[];
  /** Undefined when the request does without it. */
  readonly total: number | undefined;
  /** Ids that include all records of the list; undefined when they are not known. */
  readonly among?: readonly number[] | undefined;
  /** Where the page ends, for a request of the next page by its offset; undefined for the last page. */
  readonly end?: Cursor | undefined;
  /** Where the next page and the one before begin, if there are any. */
  readonly next?: ListPlace | undefined;
  readonly previous?: ListPlace | undefined;
  /** Present for a page of the name index: its records may have other versions in the snapshot. */
  readonly indexed?:
    | {
        /** The records in which the reader has private values. */
        readonly withOwnValues: readonly RecordVersion[];
      }
    | undefined;
}

/** A page from the part that was read for it. An empty page lies beyond an end of the list, so that its neighbour is the page at that end. */
export function pageOf(
  part: ReadPart,
  { place, offset, limit, isCounted }: Pick<ListedQuery, 'place' | 'offset' | 'limit' | 'isCounted'>,
): FoundPage {
  const { records, among, indexed, first, last, goesOn } = part;
  const page = { total: isCounted ? part.total : undefined, among, indexed };
  if (limit === 0) return { ...page, records };
  const isAtEnd = place ? !place.position : offset === 0;
  const behind = isAtEnd ? undefined : { position: first };
  const ahead = goesOn ? { position: last } : undefined;
  const [next, previous] = place?.isBackward ? [behind, ahead] : [ahead, behind];
  return {
    ...page,
    records: place?.isBackward ? records.toReversed() : records,
    end: place || !last || records.length < limit ? undefined : { offset: offset + limit, after: last },
    next: next && { ...next, isBackward: false },
    previous: previous && { ...previous, isBackward: true },
  };
}
