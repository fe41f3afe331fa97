import { eventConsumers, recordEventSchema, type RecordEvent } from '@svc/contracts';
import type { EventProcessor } from '@svc/service-kit';
import type { IndexJobs } from './index-jobs.ts';

/** Has every record that changed looked at: what is indexed is its state now, so the order of events does not matter. */
export function recordEvents(jobs: IndexJobs): EventProcessor<RecordEvent> {
  return {
    ...eventConsumers.indexedRecords,
    schema: recordEventSchema,
    batchSize: 200,
    handle: (events) => jobs.do({ recordIds: [...new Set(events.map(({ data }) => data.record.id))] }),
  };
}
