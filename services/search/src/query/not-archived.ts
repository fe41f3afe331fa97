import type { OutputOf, recordsPostTypes } from '@svc/contracts';
import type { Hit } from './hit.ts';

type PostType = OutputOf<typeof recordsPostTypes>['post_types'][number];

/** The hits of a type without archived records; all hits if the type has no status. */
export function notArchived({ status_field: field }: PostType, hits: readonly Hit[]): readonly Hit[] {
  return field ? hits.filter(({ record }) => record.status !== field.archived_key) : hits;
}
