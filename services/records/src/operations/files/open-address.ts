import { recordsOpenAddress } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { FileDeps } from '../../files/file-deps.ts';
import { addressedOrRefuse, opened } from '../../files/find-file.ts';
import { storageOrRefuse } from '../../storage/file-storage.ts';

/** Opens the file of an address, for any caller who has the address. */
export const openAddress = defineHandler(recordsOpenAddress, async (call, deps: FileDeps) => {
  storageOrRefuse(deps);
  const { address } = call.input;
  return opened(await addressedOrRefuse(deps, address), address);
});
