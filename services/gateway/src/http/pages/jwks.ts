import { eventPublishers } from '@svc/contracts';
import type { Keyring } from '@svc/service-kit';
import type { GatewayHandler } from '../request-state.ts';
import { sendJson } from '../send-reply.ts';

/** The services that sign events. The keys of others are not published: the gateway's key signs the callers of requests. */
const publishers = [...new Set(Object.values(eventPublishers))];

/** How long a client may keep the keys, in seconds: no longer than a rotation announces new ones by default. */
const maxAge = 60;

/**
 * Answers `GET /.well-known/jwks.json`: the public keys that verify the signatures of events. `kid` is the beginning of `Svc-Signature`; `nbf`
 * and `exp` are the times between which a stream may have stored a message with such a signature, in Unix seconds.
 */
export function answerJwks(keyring: Pick<Keyring, 'publicKeys'>): GatewayHandler {
  return (_request, response) => {
    response.locals.state.route = '/.well-known/jwks.json';
    const keys = publishers.flatMap((service) =>
      keyring.publicKeys(service).map(({ id, notBefore, trustedUntil, signing }) => ({
        ...signing.export({ format: 'jwk' }),
        kid: `${service}.${id}`,
        alg: 'EdDSA',
        use: 'sig',
        nbf: Math.floor(notBefore / 1_000),
        ...(trustedUntil !== undefined && { exp: Math.ceil(trustedUntil / 1_000) }),
      })),
    );
    sendJson(response, { keys }, `public, max-age=${maxAge}`);
  };
}
