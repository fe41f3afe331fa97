import type { OutputOf, searchAdvanced } from '@svc/contracts';
import type { Hit } from './hit.ts';
import { shownComment } from './shown-comment.ts';

type HitShape = OutputOf<typeof searchAdvanced>['hits'][number]['posts'][number];

/**
 * A hit in the form of the answer (docs/search.md#asking). Its status is included if the given one is `all` or equal to
 * it.
 */
export function presentHit({ candidate, record }: Hit, status: string | undefined): HitShape {
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
