import { createHash } from 'node:crypto';
import { auditActor, type Actor, type AuditActor, type AuditEntryView } from '@svc/contracts';
import type { RequestClient } from '@svc/service-kit';

/** An action, before it has its place in the chain. */
export interface AuditAction {
  readonly at: Date;
  readonly action: string;
  readonly by: AuditActor;
  readonly from: RequestClient | null;
  readonly userId: number | null;
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** A stored entry. `_id` is its number. */
export interface AuditEntry extends AuditAction {
  readonly _id: number;
  readonly previous: string;
  readonly hash: string;
}

/** The object of an action, and its values before and after, which contain neither secrets nor names of persons. */
export interface AuditDraft {
  readonly action: string;
  readonly subject: string;
  readonly userId?: number | undefined;
  readonly before?: unknown;
  readonly after?: unknown;
  /** The client, where the operation has it in its input. */
  readonly client?: RequestClient | undefined;
  /** The user who acted, where the request has no actor yet: in a login. */
  readonly byUser?: number | undefined;
}

/** The part of a call that an entry needs. */
export interface AuditedCall {
  readonly actor: Actor;
  readonly client?: RequestClient | undefined;
}

/** The hash of the entry before the first one. */
export const beginning = '';

export function auditAction(call: AuditedCall, draft: AuditDraft): AuditAction {
  const { action, subject, userId, before, after, client = call.client, byUser } = draft;
  return {
    at: new Date(),
    action,
    by: byUser === undefined ? auditActor(call.actor) : { kind: 'user', user_id: byUser },
    from: client ?? null,
    userId: userId ?? null,
    subject,
    before: plain(before),
    after: plain(after),
  };
}

/** The value as JSON keeps it, so that the hash of a stored entry is that of the entry when it was written. */
function plain(value: unknown): unknown {
  return value === undefined ? null : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** An entry in the chain, after the entry with this hash. */
export function chained(action: AuditAction, number: number, previous: string): AuditEntry {
  const entry = { ...action, _id: number, previous };
  return { ...entry, hash: hashOfEntry(entry) };
}

/** The SHA-256 of an entry without its hash, as JSON in the order of `viewOfEntry`. */
export function hashOfEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { hash: _hash, ...content } = viewOfEntry({ ...entry, hash: '' });
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** An entry as the API and exports show it. */
export function viewOfEntry(entry: AuditEntry): AuditEntryView {
  const { _id: number, at, action, by, from, userId: user_id, subject, before, after } = entry;
  const { kind, user_id: actorId, name, key_id, site_link_id } = by;
  return {
    number,
    at: at.toISOString(),
    action,
    by: {
      kind,
      user_id: actorId,
      ...(name !== undefined && { name }),
      ...(key_id !== undefined && { key_id }),
      ...(site_link_id !== undefined && { site_link_id }),
    },
    from: from && { address: from.address, device: from.device },
    user_id,
    subject,
    before,
    after,
    previous: entry.previous,
    hash: entry.hash,
  };
}
