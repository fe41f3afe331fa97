import { recordsGetMany, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { presentPage } from '../reading/present-page.ts';
import { readInTime } from '../store/read-in-time.ts';

/** Chosen fields of several records, as lists show them. Only the system asks, which may see all of them. */
export const getMany = defineHandler(
  recordsGetMany,
  async (call: Call<InputOf<typeof recordsGetMany>>, deps: RecordsDeps) => {
    const { post_type: key, ids, fields } = call.input;
    const postType = deps.postTypes.get(key);
    const records = await readInTime(call.deadline, (maxTimeMS) =>
      deps.records
        .find({ _id: { $in: ids }, postType: key })
        .maxTimeMS(maxTimeMS)
        .lean(),
    );
    const shown = [...new Set(fields)].flatMap((name) => postType.fields.get(name) ?? []);
    const posts = await presentPage(call, deps, { postType, records, shown });
    return { records: posts } as OutputOf<typeof recordsGetMany>;
  },
);
