import { fileChunkBytes, recordsReadSlice } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { FileDeps } from '../../files/file-deps.ts';
import { addressedOrRefuse, fileGone } from '../../files/find-file.ts';
import { variantKey } from '../../fields/file-upload/stored-file.ts';
import { storageOrRefuse } from '../../storage/file-storage.ts';

/** Reads a part of a file; fails if the file was deleted in the meantime. */
export const readSlice = defineHandler(recordsReadSlice, async (call, deps: FileDeps) => {
  const { address, from, to } = call.input;
  const { addressed, object } = await addressedOrRefuse(deps, address);
  if (from >= to || to > object.size || to - from > fileChunkBytes)
    throw invalidParam({ to: 'must be within the file, and within the maximum distance from the start' });
  const bytes = await storageOrRefuse(deps).read(variantKey(addressed.key, addressed.variant), { from, to });
  if (!bytes) throw fileGone();
  deps.fileMetrics.bytes.inc({ direction: 'read' }, bytes.length);
  return { data: bytes };
});
