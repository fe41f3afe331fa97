import type { OutputOf, searchAdvanced } from '@svc/contracts';
import { cleanText } from '@svc/service-kit/clean-text';
import type { Hit, PostType } from './hit.ts';

type TypeAnswer = OutputOf<typeof searchAdvanced>['hits'][number];

/** Hits of a type per answer. */
const pageSize = 50;

/** The page of one type's hits that begins at an offset. `offset` of the answer is where the next page begins. */
export function presentType(
  { post_type, label_singular }: Pick<PostType, 'post_type' | 'label_singular'>,
  hits: readonly Hit[],
  { offset, status }: { offset: number; status: string | undefined },
): TypeAnswer {
  const posts = hits.slice(offset, offset + pageSize).map((hit) => presentHit(hit, status));
  const next = offset + posts.length;
  const remaining = Math.max(0, hits.length - next);
  return {
    post_type,
    post_type_label_singular: label_singular,
    posts,
    total: posts.length,
    total_count: hits.length,
    remaining_count: remaining,
    has_more: remaining > 0,
    offset: next,
  };
}

/**
 * A hit in the form of the answer (docs/guides/search.md#request). Its status is included if the given one is `all` or equal to
 * it.
 */
export function presentHit(
  { candidate, record }: Hit,
  status: string | undefined,
): TypeAnswer['posts'][number] {
  const { name, meta, comment } = candidate;
  return {
    ID: record.id,
    post_title: record.name,
    post_type: record.post_type,
    post_date: record.post_date,
    post_hit: flag(name !== undefined),
    comment_hit: flag(comment !== undefined),
    comment_hit_content: shownComment(comment?.text ?? ''),
    meta_hit: flag(meta !== undefined),
    meta_hit_value: meta?.text ?? '',
    ...presentStatus(record, status),
  };
}

/** More than anybody writes. Cleaning takes quadratic time, and a page has fifty comments to clean. */
const maxTags = 1_000;

const tags = /<[^<>]*>/g;

/** The comment of a hit, cleaned again because events are not trusted. With too many tags it is shown as plain text. */
export function shownComment(content: string): string {
  const opened = content.split('<').length - 1;
  return cleanText(opened <= maxTags ? content : content.replaceAll(tags, '').replaceAll('<', '&lt;'));
}

function presentStatus(record: Hit['record'], asked: string | undefined) {
  if (asked === undefined) return { status: [] };
  const isHit = record.status !== undefined && (asked === 'all' || record.status === asked);
  return {
    status_hit: flag(isHit),
    status_hit_value: isHit ? (record.status ?? '') : '',
    status: isHit ? (record.status_option ?? []) : [],
  };
}

function flag(isHit: boolean): 'Y' | 'N' {
  return isHit ? 'Y' : 'N';
}
