import type { RequestOptions, Send, WriteOptions } from './send.ts';

/** A user with whom a record is shared; ids are text. */
export interface Share {
  readonly id: string;
  readonly user_id: string;
  readonly post_id: string;
  readonly meta: unknown;
  readonly display_name: string;
}

/** The shares and followers of a record (docs/guides/sharing.md). */
export interface Shares {
  list(options?: RequestOptions): Promise<readonly Share[]>;
  /** Shares the record with a user, who is notified. */
  add(userId: number, options?: WriteOptions): Promise<void>;
  remove(userId: number, options?: WriteOptions): Promise<void>;
  /** The ids of the users who follow the record. */
  followers(options?: RequestOptions): Promise<readonly number[]>;
  /** Asks for access to a record that the caller cannot see. */
  requestAccess(options?: WriteOptions): Promise<void>;
}

export function createShares(send: Send, root: string): Shares {
  const path = `${root}/shares`;
  return {
    async list(options = {}) {
      return (await send<readonly Share[]>({ method: 'GET', path, options })).body;
    },
    async add(userId, options = {}) {
      await send({ method: 'POST', path, json: { user_id: userId }, isWrite: true, options });
    },
    async remove(userId, options = {}) {
      await send({ method: 'DELETE', path, query: { user_id: userId }, isWrite: true, options });
    },
    async followers(options = {}) {
      return (await send<readonly number[]>({ method: 'GET', path: `${root}/following`, options })).body;
    },
    async requestAccess(options = {}) {
      await send({ method: 'POST', path: `${root}/request_record_access`, isWrite: true, options });
    },
  };
}
