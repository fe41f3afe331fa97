import {
  usersAddPasskey,
  usersBeginPasskey,
  usersBeginTotp,
  usersConfirmTotp,
  usersPasskeys,
  usersRemovePasskey,
  usersRemoveTotp,
  usersSecondFactor,
} from '@svc/contracts';
import { forCallers, type Endpoint } from './endpoint.ts';
import { firstOf, fromBody, inBody, inPath, inQuery } from './input-sources.ts';

/** A proof of the second factor, in the body; a code also in the query, since some clients send no body with DELETE. */
const proofOfRemoval = { code: firstOf(inBody('code'), inQuery('code')), ...fromBody('passkey') };

/** The second factor of the caller (docs/guides/second-factor.md). */
export const secondFactorEndpoints: readonly Endpoint[] = [
  forCallers('GET /{ns}/v1/second-factor', usersSecondFactor, {}),
  forCallers('POST /{ns}/v1/second-factor/totp', usersBeginTotp, fromBody('code', 'passkey'), {
    hasSecret: true,
  }),
  forCallers('POST /{ns}/v1/second-factor/totp/confirm', usersConfirmTotp, fromBody('code'), {
    hasSecret: true,
  }),
  forCallers('DELETE /{ns}/v1/second-factor/totp', usersRemoveTotp, proofOfRemoval),
  forCallers('POST /{ns}/v1/second-factor/passkeys/options', usersBeginPasskey, fromBody('code', 'passkey')),
  forCallers('GET /{ns}/v1/second-factor/passkeys', usersPasskeys, {}),
  forCallers('POST /{ns}/v1/second-factor/passkeys', usersAddPasskey, fromBody('name', 'response'), {
    hasSecret: true,
  }),
  forCallers('DELETE /{ns}/v1/second-factor/passkeys/{credential}', usersRemovePasskey, {
    id: inPath('credential'),
    ...proofOfRemoval,
  }),
];
