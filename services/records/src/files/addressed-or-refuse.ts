import { ServiceError } from '@svc/contracts';
import type { FileDeps } from './file-deps.ts';
import { findAddressed, type FoundFile } from './find-file.ts';

/**
 * The file of an address.
 * @throws ServiceError `file_address`, the same for an expired address, a made-up one, and one whose file is gone.
 */
export async function addressedOrRefuse(
  deps: Pick<FileDeps, 'files' | 'addresses'>,
  address: string,
): Promise<FoundFile> {
  const addressed = deps.addresses.read(address);
  const found = addressed && (await findAddressed(deps, addressed));
  if (!found) throw fileGone();
  return found;
}

/** The refusal of an address whose file cannot be read. */
export function fileGone(): ServiceError<'file_address'> {
  return new ServiceError(
    'file_address',
    'The address of this file does not hold any more; read the record again.',
  );
}
