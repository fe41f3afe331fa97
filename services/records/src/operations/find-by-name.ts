import { can, mostNamed, recordsFindByName } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { findNamed } from '../compact/find-named.ts';
import type { RecordsDeps } from '../deps.ts';
import { hitPaths, hitRecord, type FoundRecord } from '../reading/hit-record.ts';

/** Of each type that the caller may access the records that lists show to him and whose names contain the text. */
export const findByName = defineHandler(recordsFindByName, async (call, deps: RecordsDeps) => {
  const { text, post_types: wanted } = call.input;
  const postTypes = deps.postTypes
    .all()
    .filter(({ key }) => wanted.includes(key) && can(call.actor, `access_${key}`));
  const found = await Promise.all(
    postTypes.map((postType) =>
      findNamed<FoundRecord>(call, deps, postType, {
        ...{ text, listsAll: false, order: 'name', most: mostNamed },
        paths: hitPaths(postType),
      }),
    ),
  );
  return { records: found.flat().map((record) => hitRecord(record, deps)) };
});
