import type { Call } from '@svc/service-kit';
import { importedId, type ImportedRecord } from '../store/imported-models.ts';
import { readLean } from '../store/read-with-deadline.ts';
import type { ImportDeps } from './import-deps.ts';

/** The imported records of a source, by their ids there. */
export async function findImported(
  { deadline }: Pick<Call, 'deadline'>,
  { importedRecords }: Pick<ImportDeps, 'importedRecords'>,
  { source, ids }: { readonly source: string; readonly ids: Iterable<number> },
): Promise<ReadonlyMap<number, ImportedRecord>> {
  const wanted = new Map([...ids].map((id) => [importedId(source, id), id]));
  if (wanted.size === 0) return new Map();
  const found = await readLean({ deadline }, importedRecords.find({ _id: { $in: [...wanted.keys()] } }));
  return new Map(found.map((each) => [wanted.get(each._id) ?? 0, each]));
}
