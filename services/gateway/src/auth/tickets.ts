import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { ServiceError } from '@svc/contracts';
import type { Keyring } from '@svc/service-kit';

const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const purpose = 'gateway: encryption of tickets of event streams, version 1';

/** Milliseconds for which a ticket is valid. */
const lifetimeMs = 60_000;

/** A ticket, and when it expires (RFC 3339). */
export interface Ticket {
  readonly ticket: string;
  readonly expires_at: string;
}

/**
 * Tickets for event streams, for clients that cannot send headers, such as `EventSource`. A ticket is the encrypted Authorization header of the
 * request for it, so that the credentials are checked by the same rules when it is used.
 */
export class Tickets {
  readonly #key: Buffer;

  /** The key derives from a secret that all gateways share. */
  constructor({ secret }: Pick<Keyring, 'secret'>) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));
  }

  issue(authorization: string, now = Date.now()): Ticket {
    const expiresAt = now + lifetimeMs;
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, this.#key, iv);
    const text = JSON.stringify([expiresAt, authorization]);
    const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
    const ticket = Buffer.concat([iv, sealing.getAuthTag(), body]).toString('base64url');
    return { ticket, expires_at: new Date(expiresAt).toISOString() };
  }

  /** The Authorization header of a ticket. @throws ServiceError `rest_cannot_access` for one that has expired or was not issued here. */
  open(ticket: string, now = Date.now()): string {
    const [expiresAt, authorization] = this.#decrypt(ticket) ?? [0, ''];
    if (expiresAt > now) return authorization;
    throw new ServiceError(
      'rest_cannot_access',
      'The ticket has expired or is not valid; request another one.',
    );
  }

  #decrypt(ticket: string): [expiresAt: number, authorization: string] | undefined {
    const bytes = Buffer.from(ticket, 'base64url');
    const iv = bytes.subarray(0, ivBytes);
    const tag = bytes.subarray(ivBytes, ivBytes + tagBytes);
    try {
      const opening = createDecipheriv(cipher, this.#key, iv, { authTagLength: tagBytes }).setAuthTag(tag);
      const body = bytes.subarray(ivBytes + tagBytes);
      return JSON.parse(Buffer.concat([opening.update(body), opening.final()]).toString('utf8')) as [
        number,
        string,
      ];
    } catch {
      return undefined;
    }
  }
}
