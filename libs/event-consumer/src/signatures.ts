import { createHash, createPublicKey, verify, type JsonWebKey } from 'node:crypto';

/** A message of the stream, as far as its signature concerns it. */
export interface SignedMessage {
  /** The subject under which it was published. */
  readonly subject: string;
  readonly body: Uint8Array;
  /** The header `Nats-Msg-Id`. */
  readonly id: string;
  /** The header `Svc-Signature`: `<service>.<id of the key>.<signature in base64url>`. */
  readonly signature: string;
  /** When the stream stored it, in seconds since 1970. */
  readonly storedAt: number;
}

type PublicKey = JsonWebKey & { readonly kid: string; readonly exp?: number };

/** The service that publishes the events of each entity. */
export const publishers: Readonly<Record<string, string>> = {
  record: 'records',
  share: 'records',
  follow: 'records',
  comment: 'comments',
  user: 'users',
  site_link: 'users',
  notification: 'users',
};

/** Checks signatures with the public keys that the gateway serves. */
export class Signatures {
  readonly #url: string;
  #keys: readonly PublicKey[] = [];

  /** @param api The address of the gateway, such as `https://records.example.org`. */
  constructor(api: string) {
    this.#url = `${api.endsWith('/') ? api.slice(0, -1) : api}/.well-known/jwks.json`;
  }

  /** Whether the service that publishes such events signed this one. @throws Error when the keys cannot be fetched. */
  async isValid({ subject, body, id, signature, storedAt }: SignedMessage): Promise<boolean> {
    const [service = '', keyId = '', bytes = ''] = signature.split('.');
    if (service !== publishers[subject.split('.')[2] ?? '']) return false;
    const key = await this.#find(`${service}.${keyId}`);
    if (!key || storedAt > (key.exp ?? Number.POSITIVE_INFINITY)) return false;
    const digest = createHash('sha256').update(body).digest('hex');
    const signed = Buffer.from(`svc-message\n${id}\n${subject}\n${digest}`);
    const publicKey = createPublicKey({ key, format: 'jwk' });
    return verify(null, signed, publicKey, Buffer.from(bytes, 'base64url'));
  }

  /** Keys are fetched for an id that is not known: services rotate them. */
  async #find(kid: string): Promise<PublicKey | undefined> {
    const find = () => this.#keys.find((key) => key.kid === kid);
    if (!find()) this.#keys = await this.#fetch();
    return find();
  }

  async #fetch(): Promise<readonly PublicKey[]> {
    const response = await fetch(this.#url, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw new Error(`${this.#url} answered ${response.status}`);
    const { keys } = (await response.json()) as { keys: readonly PublicKey[] };
    return keys;
  }
}
