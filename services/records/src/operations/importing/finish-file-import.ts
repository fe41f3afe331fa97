import { recordsFinishFileImport } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { storageOrRefuse } from '../../storage/file-storage.ts';
import type { FileImportDeps } from '../../importing/import-deps.ts';
import { findImportedFile, importFile } from '../../importing/import-file.ts';

/** Imports a file of another installation after all its bytes were sent. */
export const finishFileImport = defineHandler(recordsFinishFileImport, async (call, deps: FileImportDeps) => {
  storageOrRefuse(deps);
  return (await findImportedFile(call, deps, call.input)) ?? importFile(call, deps);
});
