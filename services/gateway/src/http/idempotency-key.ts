import { ServiceError } from '@svc/contracts';

const valid = /^[\x21-\x7e]{1,200}$/;

/** The `Idempotency-Key` of a request, if it has one. @throws ServiceError `invalid_idempotency_key`. */
export function idempotencyKeyOf(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  if (typeof header === 'string' && valid.test(header)) return header;
  throw new ServiceError(
    'invalid_idempotency_key',
    'An Idempotency-Key is 1 to 200 visible ASCII characters without blanks.',
  );
}
