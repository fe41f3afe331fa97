import { createHash } from 'node:crypto';
import { makeApiKey, msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { Collection, IdSequence, type CommitCall, type Store } from '@svc/service-kit/store';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { userEvent, type User } from '../model/user.ts';
import { describedApiKey, type ApiKey } from './api-key.ts';

type DescribedApiKey = ReturnType<typeof describedApiKey>;

export type ApiKeyDraft = Pick<ApiKey, 'name' | 'access' | 'postTypes' | 'administration' | 'expiresAt'>;

/** Characters of a key that its list shows, after the prefix of all keys. */
const shownLength = 10;

/** Milliseconds in which repeated uses of a key are stored once. */
const useIntervalMs = 60_000;

/** The change of a user that events name when one of their keys begins or ends. */
const changed = ['api_keys'];

export class ApiKeyStore {
  readonly #store: Store;
  readonly #stored: Collection<ApiKey>;
  readonly #ids: IdSequence;
  readonly #audit: AuditLog;

  constructor(store: Store, audit: AuditLog) {
    this.#store = store;
    this.#audit = audit;
    this.#stored = new Collection<ApiKey>(
      store,
      'api_keys',
      [{ keyHash: 1 }, { unique: true }],
      [{ userId: 1, _id: -1 }],
    );
    this.#ids = new IdSequence(store.connection, 'api_keys', 1);
  }

  async byKey(key: string): Promise<ApiKey | null> {
    return this.#stored.model.findOne({ keyHash: hashOf(key) }).lean<ApiKey>();
  }

  async byId(id: number): Promise<ApiKey | null> {
    return this.#stored.model.findById(id).lean<ApiKey>();
  }

  /** The keys of a user that have not ended, the latest first. */
  async ofUser(userId: number): Promise<ApiKey[]> {
    const current = {
      userId,
      revokedAt: null,
      $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }],
    };
    return this.#stored.model.find(current).sort({ _id: -1 }).lean<ApiKey[]>();
  }

  /** Creates a key of a user. The key is in the answer of the request that created it, and not in that of a repeat. */
  async create(call: CommitCall, findOwner: () => Promise<User>, draft: ApiKeyDraft) {
    const key = makeApiKey();
    const id = await this.#ids.next();
    // A type assertion, because the compiler does not see the assignment in the callback.
    let isNew = false as boolean;
    const described = await this.#store.commit<DescribedApiKey>(
      call,
      async () => {
        const owner = await findOwner();
        const stored: ApiKey = {
          _id: id,
          userId: owner._id,
          keyHash: hashOf(key),
          prefix: key.slice(0, shownLength),
          ...draft,
          revokedAt: null,
          createdAt: new Date(),
          lastUsedAt: null,
          lastUsedFrom: null,
        };
        return {
          writes: [
            this.#stored.insert(stored),
            this.#audit.write(call, auditOfKey('api_key.created', stored)),
          ],
          events: [userEvent('updated', owner, changed)],
          answer: describedApiKey(stored),
        };
      },
      () => {
        isNew = true;
      },
    );
    return { ...described, ...(isNew && { key }) };
  }

  /**
   * Ends a key, which stays stored, so that its use is refused as that of an ended key.
   * @param findOwner the user with this id, if the caller may change their account.
   * @throws ServiceError `rest_invalid_param` for a key that does not exist, or has ended.
   */
  async revoke(call: CommitCall, id: number, findOwner: (userId: number) => Promise<User>): Promise<true> {
    return this.#store.commit(call, async () => {
      const key = await this.byId(id);
      if (!key || key.revokedAt) throw unknownKey(id);
      const owner = await findOwner(key.userId);
      return {
        writes: [
          this.#stored.update({ _id: id, revokedAt: null }, { $set: { revokedAt: new Date() } }),
          this.#audit.write(call, auditOfKey('api_key.revoked', key)),
        ],
        events: [userEvent('updated', owner, changed)],
        answer: true as const,
      };
    });
  }

  /** Notes when and from where a key was used, at most once a minute. */
  async noteUse({ _id, lastUsedAt }: ApiKey, address: string, now: Date): Promise<void> {
    if (lastUsedAt && now.getTime() - lastUsedAt.getTime() < useIntervalMs) return;
    await this.#stored.model.updateOne({ _id }, { $set: { lastUsedAt: now, lastUsedFrom: address } });
  }
}

/** The refusal of an id that no key has, or none that the caller may end. */
export function unknownKey(id: number) {
  return invalidParam({ id: msg`no API key has the id ${id}` });
}

/** An entry about a key: its limits, and the beginning by which its owner recognizes it. */
function auditOfKey(action: 'api_key.created' | 'api_key.revoked', key: ApiKey): AuditDraft {
  const { prefix, access, postTypes: post_types, administration, expiresAt: expires_at } = key;
  const limits = { prefix, access, post_types, administration, expires_at };
  const values = action === 'api_key.created' ? { after: limits } : { before: limits };
  return { action, subject: `keys/${key._id}`, userId: key.userId, ...values };
}

function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
