import { type Saying, ServiceError } from '@svc/contracts';

/** The refusal of a list query, with the parameter that is wrong. */
export function refuseFilter(message: Saying, key: string): ServiceError {
  return new ServiceError('fields_to_sql', message, { data: { key } });
}
