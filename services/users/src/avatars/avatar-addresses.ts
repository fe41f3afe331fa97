import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { User } from '../model/user.ts';
import { avatarColors } from './draw-avatar.ts';
import { initialsOf } from './initials.ts';

/** The picture that an address names: initials, or an uploaded picture by its key. */
export type NamedAvatar =
  { readonly initials: string; readonly color: string; readonly key?: undefined } | { readonly key: string };

/** `i1` and `p1` are the versions of the two forms. */
const form =
  /^(?<signed>i1\.(?<text>[\w-]{0,128})\.(?<color>\d{1,2})|p1\.(?<key>[\w-]{22}))\.(?<mac>[\w-]{22})$/;
/** In bytes. */
const macLength = 16;

/**
 * Makes and reads the addresses of avatars. An address contains the key of an uploaded picture, or all that a drawn one shows, initials and
 * color, so that nothing is looked up for it; a list of users needs no further query. Its MAC keeps others from having this installation draw
 * other texts, or look for other pictures.
 */
export class AvatarAddresses {
  readonly #base: string;
  readonly #key: Uint8Array;

  /** @param base the start of all addresses, up to and including the last slash; the secret is the same in all instances. */
  constructor({ base, secret }: { readonly base: string; readonly secret: Uint8Array }) {
    this.#base = base;
    this.#key = new Uint8Array(hkdfSync('sha256', secret, Buffer.alloc(0), 'svc avatar addresses', 32));
  }

  /** The address of a user's avatar. It changes when the picture does, or when the initials of a drawn one do. */
  url({ _id, displayName, avatarKey }: Pick<User, '_id' | 'displayName' | 'avatarKey'>): string {
    if (avatarKey) return this.#signed(`p1.${avatarKey}`);
    const text = Buffer.from(initialsOf(displayName)).toString('base64url');
    // 5 and the number of colors have no common divisor: users with consecutive ids get different colors.
    return this.#signed(`i1.${text}.${(_id * 5) % avatarColors.length}`);
  }

  /** The picture of an address; undefined for an address that was not made here, or with another secret. */
  read(address: string): NamedAvatar | undefined {
    const { signed, text = '', color = '', key, mac = '' } = form.exec(address)?.groups ?? {};
    if (signed === undefined) return undefined;
    const given = Buffer.from(mac, 'base64url');
    if (given.length !== macLength || !timingSafeEqual(given, this.#mac(signed))) return undefined;
    if (key !== undefined) return { key };
    const named = avatarColors[Number(color)];
    return named && { initials: Buffer.from(text, 'base64url').toString(), color: named };
  }

  #signed(text: string): string {
    return `${this.#base}${text}.${this.#mac(text).toString('base64url')}`;
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.#key).update(text).digest().subarray(0, macLength);
  }
}
