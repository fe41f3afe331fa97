import type { OutputOf, recordsPostTypes, searchAdvanced } from '@svc/contracts';
import type { Hit } from './hit.ts';
import { presentHit } from './present-hit.ts';

type SearchAnswer = OutputOf<typeof searchAdvanced>;
type PostType = Pick<OutputOf<typeof recordsPostTypes>['post_types'][number], 'post_type' | 'label_singular'>;

/** Hits of a type per answer. */
const pageSize = 50;

interface Page {
  readonly offset: number;
  readonly status: string | undefined;
}

/** The page of one type's hits that begins at an offset. `offset` of the answer is where the next page begins. */
export function presentType(
  { post_type, label_singular }: PostType,
  hits: readonly Hit[],
  { offset, status }: Page,
): SearchAnswer['hits'][number] {
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
