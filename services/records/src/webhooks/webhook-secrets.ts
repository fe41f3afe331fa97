import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { seal, unseal, type Keyring } from '@svc/service-kit';
import type { WebhookDocument } from '../store/webhook-models.ts';

const prefix = 'whsec_';
const secretBytes = 24;
const purpose = 'records: encryption of secrets of webhooks, version 1';

/** Milliseconds for which deliveries are also signed with the former secret. */
const formerMs = 24 * 60 * 60 * 1_000;

type Secrets = Pick<WebhookDocument, '_id' | 'secret' | 'formerSecret'>;

/** The secrets of webhooks, which are stored encrypted, and their signatures (https://www.standardwebhooks.com). */
export class WebhookSecrets {
  readonly #key: Buffer;

  constructor({ secret }: Pick<Keyring, 'secret'>) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), purpose, 32));
  }

  /** A new secret, as its receiver gets it. */
  make(): string {
    return prefix + randomBytes(secretBytes).toString('base64');
  }

  seal(secret: string, webhookId: number): string {
    return seal(secret, this.#key, nameOf(webhookId));
  }

  /** The properties of a webhook with another secret. */
  rotated({ _id, secret }: Secrets, next: string): Pick<Secrets, 'secret' | 'formerSecret'> {
    const until = new Date(Date.now() + formerMs);
    return { secret: this.seal(next, _id), formerSecret: { secret, until } };
  }

  /** The headers that sign a message. @throws Error when the keys of this installation were replaced. */
  sign(
    webhook: Secrets,
    { id, content }: { readonly id: string; readonly content: string },
  ): Record<string, string> {
    const timestamp = String(Math.floor(Date.now() / 1_000));
    const former =
      webhook.formerSecret && webhook.formerSecret.until > new Date() ? [webhook.formerSecret.secret] : [];
    const signatures = [webhook.secret, ...former].map((sealed) => {
      const secret = unseal(sealed, this.#key, nameOf(webhook._id));
      if (secret === undefined) throw new Error('the secret of the webhook cannot be decrypted; rotate it');
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${content}`).digest('base64')}`;
    });
    return {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    };
  }
}

function nameOf(webhookId: number): string {
  return `webhook ${webhookId}`;
}
