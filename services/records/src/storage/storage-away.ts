import { ServiceError } from '@svc/contracts';

/**
 * What callers are told when the storage of files fails; operators find the cause in the log.
 * @throws ServiceError `service_unavailable`; a refusal that came up while reading what was to be written stays what it is.
 */
export function storageAway(cause: unknown): never {
  if (cause instanceof ServiceError) throw cause;
  throw new ServiceError('service_unavailable', 'The storage of files does not answer; try again shortly.', {
    cause,
  });
}
