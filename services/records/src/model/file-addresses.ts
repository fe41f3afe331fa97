import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** The file itself, or the small or large thumbnail of a picture. */
export type FileVariant = 'full' | 'thumb' | 'large';

/** A file, or one of its thumbnails. */
export interface AddressedFile {
  readonly key: string;
  readonly variant: FileVariant;
}

export interface FileAddressOptions {
  /** The start of all URLs, up to and including the last slash. */
  readonly base: string;
  /** Secret of this service alone, the same in all of its instances. */
  readonly secret: Uint8Array;
  /** Maximum lifetime of an address, in hours. */
  readonly hours: number;
  readonly now?: () => number;
}

const form =
  /^(?<key>[a-z0-9]{26})\.(?<variant>full|thumb|large)\.(?<expires>[a-z0-9]{6,9})\.(?<mac>[\w-]{22})$/;
const hourMs = 60 * 60 * 1_000;
/** In bytes. */
const macLength = 16;

/**
 * Makes and verifies the addresses under which clients get files without credentials. An address names one file, is signed, and expires.
 */
export class FileAddresses {
  readonly #base: string;
  readonly #key: Uint8Array;
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor({ base, secret, hours, now = Date.now }: FileAddressOptions) {
    this.#base = base;
    this.#key = new Uint8Array(hkdfSync('sha256', secret, Buffer.alloc(0), 'svc file addresses', 32));
    this.#lifeMs = hours * hourMs;
    this.#now = now;
  }

  /** URL of the file. It changes only every quarter of its lifetime, so that repeated answers stay equal. */
  url(file: AddressedFile): string {
    const step = this.#lifeMs / 4;
    const begins = Math.floor(this.#now() / step) * step;
    return this.#base + this.#address(file, begins + this.#lifeMs);
  }

  /** An address with the full lifetime, for a client that fetches the file now. */
  forNow(file: AddressedFile): string {
    return this.#address(file, this.#now() + this.#lifeMs);
  }

  /** The file that an address names; undefined if the address was forged, altered, or has expired. */
  read(address: string): AddressedFile | undefined {
    const { key = '', variant, expires = '', mac = '' } = form.exec(address)?.groups ?? {};
    if (key === '' || parseInt(expires, 36) * 1_000 <= this.#now()) return undefined;
    const expected = this.#mac(`${key}.${variant}.${expires}`);
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== macLength || !timingSafeEqual(given, expected)) return undefined;
    return { key, variant: variant as FileVariant };
  }

  #address({ key, variant }: AddressedFile, expiresMs: number): string {
    const signed = `${key}.${variant}.${Math.floor(expiresMs / 1_000).toString(36)}`;
    return `${signed}.${this.#mac(signed).toString('base64url')}`;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, macLength);
  }
}
