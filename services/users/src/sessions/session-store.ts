import { randomBytes } from 'node:crypto';
import { msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { Collection, type CommitCall, type Store, type Write } from '@svc/service-kit/store';
import type { AuditDraft } from '../audit/audit-entry.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { userEvent, type User } from '../model/user.ts';
import type { Factor, Session, ValidRefresh } from './session.ts';

/** Milliseconds in which repeated uses of a session are stored once. */
const useIntervalMs = 60_000;
const maxDeviceLength = 200;

/** The change of a user that events name when a session ends. */
const changed = ['sessions'];

export type SessionDraft = Pick<Session, 'device' | 'address' | 'expiresAt' | 'factor' | 'isForSetup'> & {
  readonly isRefreshed: boolean;
};

/** A refresh: the state of its user and request, and the seconds for which the next refresh token is valid. */
type NextRefresh = Pick<Session, 'tokenVersion' | 'address'> & { readonly seconds: number };

/** The sessions of users. MongoDB deletes them when they expire, ended ones too: until then, their tokens are refused as such. */
export class SessionStore {
  readonly #store: Store;
  readonly #stored: Collection<Session>;
  readonly #audit: AuditLog;

  constructor(store: Store, audit: AuditLog) {
    this.#store = store;
    this.#audit = audit;
    this.#stored = new Collection<Session>(
      store,
      'sessions',
      [{ userId: 1, lastUsedAt: -1 }],
      [{ expiresAt: 1 }, { expireAfterSeconds: 0 }],
    );
  }

  async byId(id: string): Promise<Session | null> {
    return this.#stored.model.findById(id).lean<Session>();
  }

  /** The sessions of a user that nobody has ended, the last used first. */
  async ofUser(userId: number): Promise<Session[]> {
    const current = { userId, endedBy: null, expiresAt: { $gt: new Date() } };
    return this.#stored.model.find(current).sort({ lastUsedAt: -1, _id: 1 }).lean<Session[]>();
  }

  async begin(user: User, { device, isRefreshed, ...draft }: SessionDraft, now: Date): Promise<Session> {
    const session: Session = {
      _id: randomBytes(16).toString('base64url'),
      userId: user._id,
      tokenVersion: user.tokenVersion,
      device: device.slice(0, maxDeviceLength),
      ...draft,
      refresh: isRefreshed ? { number: 1, since: now } : null,
      endedBy: null,
      createdAt: now,
      lastUsedAt: now,
    };
    await this.#stored.model.create(session);
    return session;
  }

  /**
   * Replaces the valid refresh token, in one atomic update. The times are those of the database: an update that waited for it would otherwise
   * begin with a grace period that is over, and its client, which got no answer, would lose the session.
   * @returns null when the given one is no longer valid: another refresh was faster.
   */
  async rotate(
    { _id }: Session,
    used: ValidRefresh,
    { tokenVersion, address, seconds }: NextRefresh,
  ): Promise<Session | null> {
    const now = '$$NOW';
    const next = {
      tokenVersion,
      address: { $literal: address },
      expiresAt: { $dateAdd: { startDate: now, unit: 'second', amount: seconds } },
      refresh: { number: used.number + 1, since: now },
      lastUsedAt: now,
    };
    return this.#stored.model
      .findOneAndUpdate({ _id, 'refresh.number': used.number, endedBy: null }, [{ $set: next }], {
        updatePipeline: true,
        returnDocument: 'after',
      })
      .lean<Session>();
  }

  /** Ends a session of a user. @throws ServiceError `rest_invalid_param` when the user has no such session. */
  async end(call: CommitCall, user: User, id: string, endedBy: 'user' | 'reuse' = 'user'): Promise<true> {
    return this.#store.commit(call, async () => {
      const own = { _id: id, userId: user._id, endedBy: null };
      if (!(await this.#stored.model.exists(own))) throw invalidParam({ id: msg`you have no session ${id}` });
      return {
        writes: [
          this.#stored.update(own, { $set: { endedBy } }),
          this.#audit.write(call, { ...auditOfEnd(user, `sessions/${id}`), after: { ended_by: endedBy } }),
        ],
        events: [userEvent('updated', user, changed)],
        answer: true as const,
      };
    });
  }

  /** Ends all sessions of a user except one. */
  async endOthers(call: CommitCall, user: User, exceptId = ''): Promise<true> {
    const others = { userId: user._id, endedBy: null, _id: { $ne: exceptId } };
    return this.#store.commit(call, async () => ({
      writes: [
        this.#stored.updateMany(others, { $set: { endedBy: 'user' } }),
        this.#audit.write(call, { ...auditOfEnd(user, 'sessions'), after: { except: exceptId || null } }),
      ],
      events: [userEvent('updated', user, changed)],
      answer: true as const,
    }));
  }

  /** The write that notes the second factor that a session has proved. A session for setting one up stays one. */
  proof(id: string | undefined, factor: Factor): Write {
    return this.#stored.updateMany({ _id: id ?? '', isForSetup: { $exists: false } }, { $set: { factor } });
  }

  /** Notes the use of a session, at most once a minute. */
  async noteUse({ _id, lastUsedAt }: Session, now: Date): Promise<void> {
    if (now.getTime() - lastUsedAt.getTime() < useIntervalMs) return;
    await this.#stored.model.updateOne({ _id }, { $set: { lastUsedAt: now } });
  }
}

function auditOfEnd({ _id: userId }: User, subject: string): AuditDraft {
  return { action: 'session.ended', subject, userId };
}
