import type { OutputOf, searchAdvanced } from '@svc/contracts';
import type { Hit } from './hit.ts';
import { shownComment } from './shown-comment.ts';

type HitShape = OutputOf<typeof searchAdvanced>['hits'][number]['posts'][number];

/** A hit as the answer shows it (spec 4.1). */
export function presentHit({ candidate, record }: Hit): HitShape {
  return {
    ID: record.id,
    post_title: record.name,
    post_type: record.post_type,
    post_date: record.post_date,
    post_hit: flag(candidate.inName),
    comment_hit: flag(candidate.comment !== undefined),
    comment_hit_content: shownComment(candidate.comment ?? ''),
    meta_hit: flag(candidate.meta !== undefined),
    meta_hit_value: candidate.meta ?? '',
    status: record.status_option ?? [],
  };
}

function flag(isHit: boolean): 'Y' | 'N' {
  return isHit ? 'Y' : 'N';
}
