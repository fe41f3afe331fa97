import { ServiceError } from '@svc/contracts';

/**
 * Throws the error for callers when the file storage fails; the log contains the cause.
 * @throws ServiceError `service_unavailable`; a ServiceError from reading the content is thrown as it is.
 */
export function storageAway(cause: unknown): never {
  if (cause instanceof ServiceError) throw cause;
  throw new ServiceError('service_unavailable', 'The storage of files does not answer; try again shortly.', {
    cause,
  });
}
