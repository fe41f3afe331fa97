import type { RecordsBed } from './records-bed.ts';

/** All that writes leave behind: records, connections, what users keep, how much history and how many events there are. */
export async function trace(bed: RecordsBed) {
  return {
    records: await bed.documents.find().sort({ _id: 1 }).lean(),
    edges: await bed.edges.find().sort({ _id: 1 }).lean(),
    privateValues: await bed.privateValues.find().sort({ _id: 1 }).lean(),
    history: await bed.activity.countDocuments(),
    events: await bed.eventCount(),
  };
}
