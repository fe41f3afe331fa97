import type { RequestOptions, Send, WriteOptions } from './send.ts';

/** The caller (docs/guides/users.md#ones-own-settings). */
export interface Me {
  readonly ID: number;
  readonly user_email: string;
  readonly display_name: string;
  readonly locale: string;
  /** The contact that represents the caller. */
  readonly corresponds_to_contact?: number | null;
  /** The capabilities of the caller, such as `create_contacts` (docs/reference/roles.md). */
  readonly capabilities: readonly string[];
  /** The address of the picture that stands for the caller: the uploaded one, or their initials. */
  readonly avatar: string;
  readonly has_uploaded_avatar: boolean;
  readonly [setting: string]: unknown;
}

/** A user whom the caller may assign or mention. */
export interface ListedUser {
  readonly ID: number;
  readonly name: string;
  readonly avatar: string;
  readonly contact_id: number | null;
  readonly update_needed?: number;
  readonly status_color?: string;
}

/** Which users are found: by user name, address or display name. */
export interface UserQuery extends RequestOptions {
  readonly text?: string;
  /** Users who may work with this type: `contacts` by default. */
  readonly postType?: string;
}

/** The caller, and the users whom they may see (docs/guides/users.md). */
export interface Users {
  me(options?: RequestOptions): Promise<Me>;
  /** Changes settings of the caller; the answer is `true`, or for a list its new value. */
  updateMe(settings: Readonly<Record<string, unknown>>, options?: WriteOptions): Promise<unknown>;
  /** Invalidates all other tokens of the caller. */
  changePassword(
    passwords: { readonly current?: string; readonly next: string },
    options?: WriteOptions,
  ): Promise<void>;
  /** Makes a JPEG, PNG, WebP or GIF file of at most 512 KiB the caller's avatar; the answer is its address. */
  setAvatar(picture: Blob, options?: WriteOptions): Promise<string>;
  /** Removes the uploaded avatar of the caller; the answer is the address of their initials. */
  removeAvatar(options?: WriteOptions): Promise<string>;
  /** Users whom the caller may assign or mention, by name. */
  find(query?: UserQuery): Promise<readonly ListedUser[]>;
}

const avatarPath = 'svc/v1/user/avatar';

export function createUsers(send: Send): Users {
  return {
    async me(options = {}) {
      return (await send<Me>({ method: 'GET', path: 'svc/v1/user/my', options })).body;
    },
    async updateMe(json, options = {}) {
      const path = 'svc/v1/user/update';
      return (await send<unknown>({ method: 'POST', path, json, isWrite: true, options })).body;
    },
    async changePassword({ current, next }, options = {}) {
      const json = { password: next, current_password: current };
      await send({ method: 'POST', path: 'svc/v1/users/change_password', json, isWrite: true, options });
    },
    async setAvatar(picture, options = {}) {
      const json = { picture: await inBase64(picture) };
      const sent = { method: 'POST', path: avatarPath, json, isWrite: true, options } as const;
      return (await send<{ readonly avatar: string }>(sent)).body.avatar;
    },
    async removeAvatar(options = {}) {
      const sent = { method: 'DELETE', path: avatarPath, isWrite: true, options } as const;
      return (await send<{ readonly avatar: string }>(sent)).body.avatar;
    },
    async find({ text, postType, ...options } = {}) {
      const query = { s: text, post_type: postType };
      const path = 'svc/v1/users/get_users';
      return (await send<readonly ListedUser[]>({ method: 'GET', path, query, options })).body;
    },
  };
}

async function inBase64(picture: Blob): Promise<string> {
  const bytes = new Uint8Array(await picture.arrayBuffer());
  const step = 32_768;
  let text = '';
  for (let at = 0; at < bytes.length; at += step)
    text += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(text);
}
