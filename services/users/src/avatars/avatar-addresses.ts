import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { User } from '../model/user.ts';
import { avatarColors } from './draw-avatar.ts';
import { initialsOf } from './initials.ts';

/** The picture that an address names. */
export interface NamedAvatar {
  readonly initials: string;
  readonly color: string;
}

const form = /^(?<signed>i1\.(?<text>[\w-]{0,128})\.(?<color>\d{1,2}))\.(?<mac>[\w-]{22})$/;
/** In bytes. */
const macLength = 16;

/**
 * Makes and reads the addresses of avatars. An address contains all that the picture shows, initials and color, so that nothing is looked up
 * for it and a list of users needs no further query. Its MAC keeps others from having this installation draw other texts.
 */
export class AvatarAddresses {
  readonly #base: string;
  readonly #key: Uint8Array;

  /** @param base the start of all addresses, up to and including the last slash; the secret is the same in all instances. */
  constructor({ base, secret }: { readonly base: string; readonly secret: Uint8Array }) {
    this.#base = base;
    this.#key = new Uint8Array(hkdfSync('sha256', secret, Buffer.alloc(0), 'svc avatar addresses', 32));
  }

  /** The address of a user's avatar. It changes when the initials do. */
  url({ _id, displayName }: Pick<User, '_id' | 'displayName'>): string {
    const text = Buffer.from(initialsOf(displayName)).toString('base64url');
    // 5 and the number of colors have no common divisor: users with consecutive ids get different colors.
    const signed = `i1.${text}.${(_id * 5) % avatarColors.length}`;
    return `${this.#base}${signed}.${this.#mac(signed).toString('base64url')}`;
  }

  /** The picture of an address; undefined for an address that was not made here, or with another secret. */
  read(address: string): NamedAvatar | undefined {
    const { signed, text = '', color = '', mac = '' } = form.exec(address)?.groups ?? {};
    if (signed === undefined) return undefined;
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== macLength || !timingSafeEqual(given, this.#mac(signed))) return undefined;
    const named = avatarColors[Number(color)];
    return named && { initials: Buffer.from(text, 'base64url').toString(), color: named };
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, macLength);
  }
}
