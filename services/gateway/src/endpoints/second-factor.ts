import { usersBeginTotp, usersConfirmTotp, usersRemoveTotp, usersSecondFactor } from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { firstOf, fromBody, inBody, inQuery } from './input-sources.ts';

/** The second factor of the caller (docs/guides/second-factor.md). */
export const secondFactorEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/second-factor', usersSecondFactor, {}),
  forCallers('POST /{ns}/v1/second-factor/totp', usersBeginTotp, fromBody('code'), { hasSecret: true }),
  forCallers('POST /{ns}/v1/second-factor/totp/confirm', usersConfirmTotp, fromBody('code'), {
    hasSecret: true,
  }),
  forCallers('DELETE /{ns}/v1/second-factor/totp', usersRemoveTotp, {
    code: firstOf(inBody('code'), inQuery('code')),
  }),
];
