import type { ListedApiKey } from '@svc/contracts';

/** A stored API key. The key itself is only with its user. */
export interface ApiKey {
  readonly _id: number;
  readonly userId: number;
  /** The SHA-256 of the key: enough for a random secret of 256 bits. */
  readonly keyHash: string;
  readonly name: string;
  /** The beginning of the key. */
  readonly prefix: string;
  readonly access: 'read' | 'write';
  /** The only post types that the key reaches; null for all. */
  readonly postTypes: readonly string[] | null;
  readonly administration: boolean;
  /** When the key ends by itself; null for never. */
  readonly expiresAt: Date | null;
  /** When the key was revoked; null while it is not. */
  readonly revokedAt: Date | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastUsedFrom: string | null;
}

/** Whether a key has ended, by itself or by a person. */
export function hasEnded({ expiresAt, revokedAt }: ApiKey, now: Date): boolean {
  return revokedAt !== null || (expiresAt !== null && expiresAt <= now);
}

/** A key as its user sees it. */
export function listedApiKey(key: ApiKey): ListedApiKey {
  const { lastUsedAt, lastUsedFrom } = key;
  return {
    ...describedApiKey(key),
    last_used_at: lastUsedAt?.toISOString() ?? null,
    last_used_from: lastUsedFrom,
  };
}

/** A key without its use, as in the answer of its creation. */
export function describedApiKey({ _id: id, name, prefix, access, postTypes, expiresAt, createdAt }: ApiKey) {
  return {
    id,
    name,
    prefix,
    access,
    post_types: postTypes && [...postTypes],
    expires_at: expiresAt?.toISOString() ?? null,
    created_at: createdAt.toISOString(),
  };
}
