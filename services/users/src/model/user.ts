import type { UserSettings } from './user-settings.ts';

/** A stored user. */
export interface User {
  readonly _id: number;
  readonly username: string;
  readonly usernameKey: string;
  /** The user name in its form for addresses (`nicename`). */
  readonly nicenameKey: string;
  readonly email: string;
  readonly emailKey: string;
  /** Folded user name and e-mail address, with which the user logs in; unique across all users. */
  readonly loginKeys: readonly string[];
  readonly displayName: string;
  readonly displayNameKey: string;
  /** Keys of roles; their capabilities are looked up with each use. */
  readonly roles: readonly string[];
  /** PHC string. */
  readonly passwordHash: string;
  /** Such as `fr_FR`; empty for the default. */
  readonly locale: string;
  readonly gender: string;
  readonly description: string;
  /** Absent until the first change, and perhaps without newer settings: read it with `settingsOf`. */
  readonly settings?: Partial<UserSettings>;
  readonly disabled: boolean;
  /** Part of every JWT; JWTs with another version are not accepted. */
  readonly tokenVersion: number;
  /** The id of the one JWT of an older version that stays valid: the user changed the password with it. */
  readonly keptTokenId?: string;
  /** The contact that represents the user; null until the records service has created it. */
  readonly contactId: number | null;
  readonly version: number;
  readonly createdAt: Date;
}
