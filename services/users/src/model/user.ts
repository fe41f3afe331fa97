import type { UserSettings } from './user-settings.ts';

/** A user as it is stored. */
export interface User {
  readonly _id: number;
  readonly username: string;
  readonly usernameKey: string;
  /** The user name as addresses have it. */
  readonly nicenameKey: string;
  readonly email: string;
  readonly emailKey: string;
  /** Everything this user may log in with, folded; no two users have one of them in common. */
  readonly loginKeys: readonly string[];
  readonly displayName: string;
  readonly displayNameKey: string;
  /** Keys of roles; what they allow is worked out whenever it is asked. */
  readonly roles: readonly string[];
  /** PHC string. */
  readonly passwordHash: string;
  /** Like `fr_FR`; empty means the default. */
  readonly locale: string;
  readonly gender: string;
  readonly description: string;
  /** What differs from a user who has set nothing: read it with `settingsOf`. */
  readonly settings?: Partial<UserSettings>;
  readonly disabled: boolean;
  /** Every JWT holds it; one with another number is worthless. */
  readonly tokenVersion: number;
  /** The id of the one token of an older version that still counts: the password was changed with it. */
  readonly keptTokenId?: string;
  /** The contact that represents the user; null until records has made it. */
  readonly contactId: number | null;
  readonly version: number;
  readonly createdAt: Date;
}
