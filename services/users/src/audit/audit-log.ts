import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { systemActor } from '@svc/contracts';
import { Deadline, ScheduledTask, type Logger } from '@svc/service-kit';
import { Collection, retention, type Store, type Write } from '@svc/service-kit/store';
import {
  auditAction,
  beginning,
  chained,
  hashOfEntry,
  type AuditAction,
  type AuditDraft,
  type AuditedCall,
  type AuditEntry,
} from './audit-entry.ts';

/** An action that was committed, and has no place in the chain yet. Its id grows with time. */
interface PendingAction extends AuditAction {
  readonly _id: string;
}

/** The ends of the chain. */
interface Ends {
  /** The number of the last entry, and its hash. */
  readonly number: number;
  readonly hash: string;
  /** The number of the last entry that was deleted after its time, and its hash. */
  readonly deleted: number;
  readonly deletedHash: string;
}

interface Head extends Ends {
  readonly _id: string;
  /** A MAC of the ends, so that nobody without the key shortens the chain. */
  readonly mac: string;
}

const headId = 'head';
const chainMs = 1_000;
const batchSize = 200;
/** The most entries that one request verifies, exports or deletes. */
const pageSize = 1_000;
const dayMs = 24 * 60 * 60 * 1_000;

/** The result of verifying a part of the chain. */
interface Verified {
  /** The last verified entry. */
  readonly number: number;
  readonly hash: string;
  readonly isComplete: boolean;
  readonly first: number;
  readonly problem: { readonly number: number; readonly reason: string } | null;
}

interface AuditLogDeps {
  readonly store: Store;
  /** The key of the MAC. */
  readonly key: Buffer;
  readonly log: Logger;
}

/**
 * The audit log: append-only entries, each with the hash of the one before (docs/operations/audit-log.md). An action is stored in the transaction
 * of its change, and gets its place in the chain within a second: a transaction that took the next number would conflict with every other.
 */
export class AuditLog {
  readonly #deps: AuditLogDeps;
  readonly #pending: Collection<PendingAction>;
  readonly #entries: Collection<AuditEntry>;
  readonly #heads: Collection<Head>;
  readonly #chaining: ScheduledTask;
  #actions = 0;

  constructor(deps: AuditLogDeps) {
    const { store, log } = deps;
    this.#deps = deps;
    this.#pending = new Collection<PendingAction>(store, 'audit_pending');
    this.#entries = new Collection<AuditEntry>(
      store,
      'audit_log',
      [{ 'by.user_id': 1, _id: -1 }],
      [{ userId: 1, _id: -1 }],
      [{ action: 1, _id: -1 }],
      [{ at: 1 }],
    );
    this.#heads = new Collection<Head>(store, 'audit_head');
    const failure = 'failed to chain entries of the audit log';
    this.#chaining = new ScheduledTask({ run: () => this.#chainAll(), everyMs: chainMs, failure, log });
  }

  async prepare(): Promise<void> {
    const ends: Ends = { number: 0, hash: beginning, deleted: 0, deletedHash: beginning };
    const insert = { $setOnInsert: { ...ends, mac: this.#macOf(ends) } };
    await this.#heads.model.updateOne({ _id: headId }, insert, { upsert: true });
    this.#chaining.start();
  }

  stop(): Promise<void> {
    return this.#chaining.stop();
  }

  /** The write that stores an action in the commit of its change. */
  write(call: AuditedCall, draft: AuditDraft): Write {
    return this.writeAction(auditAction(call, draft));
  }

  /** The write of an action of another service. */
  writeAction(action: AuditAction): Write {
    return this.#pending.insert(this.#pendingOf(action));
  }

  /** Stores an action without a change in the database, or before it. */
  async note(call: AuditedCall, draft: AuditDraft): Promise<void> {
    await this.#pending.model.create(this.#pendingOf(auditAction(call, draft)));
  }

  /** The matching entries with a number below `before`, the latest first. */
  async page(filter: object, before: number | undefined, limit: number): Promise<AuditEntry[]> {
    await this.#chaining.turn();
    const range = before === undefined ? {} : { _id: { $lt: before } };
    return this.#entries.model
      .find({ $and: [filter, range] })
      .sort({ _id: -1 })
      .limit(limit)
      .lean<AuditEntry[]>();
  }

  /** Entries after a number, in their order. */
  async after(number: number): Promise<AuditEntry[]> {
    await this.#chaining.turn();
    return this.#following(number);
  }

  /** Verifies the entries after a number, which was verified before: 0 for the first kept one. */
  async verify(after: number): Promise<Verified> {
    await this.#chaining.turn();
    const head = await this.#head();
    const from = Math.max(after, head?.deleted ?? 0);
    if (!head || !this.#isAuthentic(head))
      return brokenAt({ number: from, hash: beginning }, from + 1, headIsForged);
    const first = head.deleted + 1;
    let last = { number: from, hash: from === head.deleted ? head.deletedHash : await this.#hashOf(from) };
    const entries = (await this.#following(from)).filter(({ _id }) => _id <= head.number);
    for (const entry of entries) {
      const reason = problemOf(entry, last);
      if (reason !== undefined) return brokenAt(last, first, reason);
      last = { number: entry._id, hash: entry.hash };
    }
    const isComplete = entries.length < pageSize;
    if (isComplete && (last.number !== head.number || last.hash !== head.hash))
      return brokenAt(last, first, 'the last entries are missing');
    return { ...last, isComplete, first, problem: null };
  }

  /** Deletes entries once a day that are older than this number of days. */
  retention(days: number | undefined, log: Logger) {
    const { connection } = this.#deps.store;
    return retention<Pick<AuditEntry, '_id' | 'at'>>({
      db: connection.getClient().db(connection.name),
      collection: this.#entries.model.collection.collectionName,
      days,
      projection: { at: 1 },
      timeOf: ({ at }) => at,
      remove: () => this.#deleteBefore(new Date(Date.now() - (days ?? 0) * dayMs)),
      log,
    });
  }

  /** Deletes the first entries, as far as they are older than a time, and adds an entry about that. The chain then begins after them. */
  async #deleteBefore(time: Date): Promise<void> {
    await this.#deps.store.commit(this.#call(), async () => {
      const head = await this.#head();
      const first = await this.#following(head?.deleted ?? 0);
      const firstKept = first.findIndex(({ at }) => at >= time);
      const last = first.at(firstKept < 0 ? first.length - 1 : firstKept - 1);
      if (!head || !last || firstKept === 0) return { writes: [], answer: undefined };
      const next = { ...head, deleted: last._id, deletedHash: last.hash };
      const draft = { action: 'audit_log.expired', subject: 'audit_log', after: { through: last._id } };
      return {
        writes: [
          this.#moveHead(head, next),
          this.#entries.deleteMany({ _id: { $lte: last._id } }),
          this.write(this.#call(), draft),
        ],
        answer: undefined,
      };
    });
  }

  /** Gives all stored actions their places in the chain. */
  async #chainAll(): Promise<void> {
    while ((await this.#chainBatch()) === batchSize);
  }

  /** Several instances may chain at the same time: each step has to move the head that it has read. */
  async #chainBatch(): Promise<number> {
    if (!(await this.#pending.model.exists({}))) return 0;
    return this.#deps.store.commit(this.#call(), async () => {
      const head = await this.#head();
      const pending = await this.#pending.model
        .find()
        .sort({ _id: 1 })
        .limit(batchSize)
        .lean<PendingAction[]>();
      if (pending.length === 0 || !head) return { writes: [], answer: 0 };
      const actions: AuditAction[] = pending.map(({ _id, ...action }) => action);
      if (!this.#isAuthentic(head)) actions.unshift(this.#forgery(head));
      const entries: AuditEntry[] = [];
      let { number, hash } = head;
      for (const action of actions) {
        const entry = chained(action, (number += 1), hash);
        hash = entry.hash;
        entries.push(entry);
      }
      return {
        writes: [
          this.#moveHead(head, { ...head, number, hash }),
          ...pending.map(({ _id }) => this.#pending.delete({ _id })),
          ...entries.map((entry) => this.#entries.insert(entry)),
        ],
        answer: pending.length,
      };
    });
  }

  /** The entry about ends that were not written with the key of this service: the next MAC would hide it. */
  #forgery({ number, deleted }: Head): AuditAction {
    const after = { number, deleted };
    return auditAction(this.#call(), { action: 'audit_log.unverified', subject: 'audit_log', after });
  }

  async #following(number: number): Promise<AuditEntry[]> {
    return this.#entries.model
      .find({ _id: { $gt: number } })
      .sort({ _id: 1 })
      .limit(pageSize)
      .lean<AuditEntry[]>();
  }

  async #hashOf(number: number): Promise<string> {
    return (await this.#entries.model.findById(number).lean<AuditEntry>())?.hash ?? beginning;
  }

  async #head(): Promise<Head | null> {
    return this.#heads.model.findById(headId).lean<Head>();
  }

  /** The write that moves the head; it fails when another instance was faster. */
  #moveHead({ number, deleted }: Head, next: Head): Write {
    return this.#heads.replace({ _id: headId, number, deleted }, { ...next, mac: this.#macOf(next) });
  }

  #isAuthentic(head: Head): boolean {
    const given = Buffer.from(head.mac);
    const expected = Buffer.from(this.#macOf(head));
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  #macOf({ number, hash, deleted, deletedHash }: Ends): string {
    const text = [number, hash, deleted, deletedHash].join('.');
    return createHmac('sha256', this.#deps.key).update(text).digest('hex');
  }

  /** Actions of one process keep their order within a millisecond. */
  #pendingOf(action: AuditAction): PendingAction {
    const order = base36(action.at.getTime(), 10) + base36((this.#actions += 1), 4);
    return { _id: order + randomBytes(8).toString('hex'), ...action };
  }

  #call() {
    const deadline = Deadline.after(20_000);
    return { actor: systemActor('users'), deadline, claim: undefined, log: this.#deps.log };
  }
}

const headIsForged =
  'the document in audit_head was not written with the key of this service: it was changed, or JWT_KEY_SECRET was';

function brokenAt(last: { number: number; hash: string }, first: number, reason: string): Verified {
  return { ...last, isComplete: true, first, problem: { number: last.number + 1, reason } };
}

/** Why an entry does not follow the last one; undefined when it does. */
function problemOf(entry: AuditEntry, last: { number: number; hash: string }): string | undefined {
  if (entry._id !== last.number + 1) return 'the entry is missing';
  if (entry.previous !== last.hash) return 'the entry does not follow the one before';
  return entry.hash === hashOfEntry(entry) ? undefined : 'the entry was changed';
}

function base36(number: number, length: number): string {
  return number.toString(36).padStart(length, '0').slice(-length);
}
