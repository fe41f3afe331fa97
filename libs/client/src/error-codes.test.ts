import { expect, test } from '@jest/globals';
import type { ErrorCode as CatalogueCode } from '@svc/contracts';
import type { ServiceErrorCode } from './error-codes.ts';

/** `true` if the types are the same union. */
type Same<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

test('the codes are those of the catalogue', () => {
  // The compiler checks it: with a missing or a superfluous code the type is `false`.
  const isSame: Same<ServiceErrorCode, CatalogueCode> = true;
  expect(isSame).toBe(true);
});
