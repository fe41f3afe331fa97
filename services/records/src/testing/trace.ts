import type { RecordsHarness } from './records-harness.ts';

/** All that writes leave behind: records, connections, what users keep, how much history and how many events there are. */
export async function trace(harness: RecordsHarness) {
  return {
    records: await harness.documents.find().sort({ _id: 1 }).lean(),
    edges: await harness.edges.find().sort({ _id: 1 }).lean(),
    privateValues: await harness.privateValues.find().sort({ _id: 1 }).lean(),
    history: await harness.activity.countDocuments(),
    events: await harness.eventCount(),
  };
}
