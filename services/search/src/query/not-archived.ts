import type { OutputOf, recordsPostTypes } from '@svc/contracts';
import type { Hit } from './hit.ts';

type PostType = OutputOf<typeof recordsPostTypes>['post_types'][number];

/** Hits of a type without the records in the status of archived ones; all where the type has no status. */
export function notArchived({ status_field: field }: PostType, hits: readonly Hit[]): readonly Hit[] {
  return field ? hits.filter(({ record }) => record.status !== field.archived_key) : hits;
}
