import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import type { Assertion, AssertionOptions, Attestation, CreationOptions } from '@svc/contracts';

/** A credential on a device. */
interface Credential {
  readonly id: string;
  readonly privateKey: KeyObject;
  counter: number;
}

/** Deviations of an answer from what a browser would send. */
interface Deviations {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  readonly isPresent?: boolean;
  readonly crossOrigin?: boolean;
  readonly type?: string;
  /** The credential that answers; by default one of `allowCredentials`. */
  readonly credentialId?: string;
  /** The format of the attestation, and its statement. */
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, Cbor> };
}

/** A device with passkeys, and the browser that uses it, on a page of this origin: ECDSA with P-256 and a counter. */
export class Authenticator {
  readonly #credentials = new Map<string, Credential>();
  readonly #origin: string;
  readonly #counts: boolean;

  /** @param counts whether it counts its uses; synchronised passkeys do not. */
  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin;
    this.#counts = counts;
  }

  /** The ids of its passkeys, the oldest first. */
  get ids(): string[] {
    return [...this.#credentials.keys()];
  }

  /** Makes a passkey, as `navigator.credentials.create` does. */
  create(options: CreationOptions, deviations: Deviations = {}): Attestation {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const idBytes = randomBytes(32);
    const id = idBytes.toString('base64url');
    this.#credentials.set(id, { id, privateKey, counter: 0 });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    const key = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const attested = Buffer.concat([Buffer.alloc(16), uint16(idBytes.length), idBytes, cbor(key)]);
    const authData = this.#authData(
      options.rp.id,
      { ...deviations, counter: deviations.counter ?? 0 },
      attested,
    );
    const { format, statement } = deviations.attestation ?? { format: 'none', statement: new Map() };
    const attestation = new Map<string, Cbor>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', authData],
    ]);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, deviations),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** Answers a challenge, as `navigator.credentials.get` does. */
  get(options: AssertionOptions, deviations: Deviations = {}): Assertion {
    const id =
      deviations.credentialId ??
      options.allowCredentials.find((each) => this.#credentials.has(each.id))?.id ??
      '';
    const credential = this.#credentials.get(id);
    if (!credential) throw new Error('this device has none of the passkeys');
    if (this.#counts) credential.counter += 1;
    const counter = deviations.counter ?? credential.counter;
    const authData = this.#authData(options.rpId, { ...deviations, counter });
    const clientDataJSON = this.#clientData('webauthn.get', options.challenge, deviations);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = createSign('sha256').update(signed).sign(credential.privateKey);
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      },
    };
  }

  #authData(rpId: string, deviations: Deviations, attested?: Buffer): Buffer {
    const { isPresent = true, counter = 0 } = deviations;
    const flags = (isPresent ? 0x01 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const id = sha256(Buffer.from(deviations.rpId ?? rpId));
    return Buffer.concat([id, Buffer.from([flags]), count, ...(attested ? [attested] : [])]);
  }

  #clientData(type: string, challenge: string, deviations: Deviations): string {
    const data = {
      type: deviations.type ?? type,
      challenge: deviations.challenge ?? challenge,
      origin: deviations.origin ?? this.#origin,
      crossOrigin: deviations.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}

type Cbor = number | string | Buffer | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

/** The part of CBOR that an attestation needs. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
    return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
  }
  const items = value as readonly Cbor[];
  return Buffer.concat([head(4, items.length), ...items.map(cbor)]);
}

function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(length)]);
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
