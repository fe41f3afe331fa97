import { z } from 'zod';
import { defineCommand } from '../command.ts';
import { defineAdminOperation, defineGatewayOperation, defineOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';
import { sentId } from '../sent-digits.ts';

/** An action of the audit log: its name, its object, and the values before and after it, without secrets and names of persons. */
const draft = {
  action: keyText,
  /** The changed object, such as `modules/contacts_faith_module`. */
  subject: lineText,
  before: z.unknown().optional(),
  after: z.unknown().optional(),
};

/** Who acted. Persons are ids: nobody can erase a name from a chain of hashes. */
const auditActorSchema = z.object({
  /** `anonymous` for a login that was refused. */
  kind: z.enum(['user', 'site_link', 'system', 'anonymous']),
  user_id: z.int().nullable(),
  /** Only for the system: the service, or `admin` for the admin tool. */
  name: keyText.optional(),
  /** The API key of the request. */
  key_id: z.int().optional(),
  site_link_id: z.int().optional(),
});

/** Who acted: see `auditActorSchema`. */
export type AuditActor = z.infer<typeof auditActorSchema>;

/** The network address of a request, empty for the admin tool, and the device as the request names it. */
const from = z.object({ address: lineText, device: lineText }).nullable();

const auditEntrySchema = z.object({
  /** Counted from 1, without gaps. */
  number: z.int(),
  at: z.string(),
  action: z.string(),
  by: auditActorSchema,
  from,
  /** The user whom the action concerns. */
  user_id: z.int().nullable(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  /** The hash of the entry before, and of this one. */
  previous: z.string(),
  hash: z.string(),
});

/** An entry of the audit log (docs/operations/audit-log.md). */
export type AuditEntryView = z.infer<typeof auditEntrySchema>;

/** The entries of the audit log that match all filters, the latest first, for callers with `manage_dt`. */
export const usersAuditLog = defineGatewayOperation({
  name: 'users.audit_log',
  kind: 'list',
  isAdministration: true,
  summary: 'Entries of the audit log, the latest first.',
  input: z.object({
    /** The user who acted, or whom the action concerns. */
    user: sentId.optional(),
    /** An action, such as `login.refused`, or the part before its dot for all of that part. */
    action: keyText.optional(),
    /** The first moment of the entries, and the first one after them. */
    from: z.iso.datetime({ offset: true }).optional(),
    to: z.iso.datetime({ offset: true }).optional(),
    cursor: keyText.optional(),
  }),
  output: z.object({
    entries: z.array(auditEntrySchema),
    /** The present display names of the users in these entries, by id. */
    users: z.record(z.string(), z.string()),
    /** For the next page; null after the last one. */
    cursor: z.string().nullable(),
  }),
  errors: ['no_permissions'],
});

/** Entries of the audit log in their order, for an export. */
export const usersExportAudit = defineAdminOperation({
  name: 'users.export_audit',
  kind: 'list',
  summary: 'Entries of the audit log after a number.',
  input: z.object({ after: z.int().min(0) }),
  output: z.object({ entries: z.array(auditEntrySchema) }),
});

/** Verifies a part of the chain of the audit log. */
export const usersVerifyAudit = defineAdminOperation({
  name: 'users.verify_audit',
  kind: 'list',
  summary: 'Verify the chain of the audit log after a number.',
  input: z.object({ after: z.int().min(0) }),
  output: z.object({
    /** The last verified entry, with its hash, and whether it is the last of all. */
    number: z.int(),
    hash: z.string(),
    is_complete: z.boolean(),
    /** The first kept entry: earlier ones were deleted after their time. */
    first: z.int(),
    /** The first entry that does not follow from the one before; null when all do. */
    problem: z.object({ number: z.int(), reason: z.string() }).nullable(),
  }),
});

/** For callers with `manage_dt`: writes an entry about a command of the admin tool, or about an action of a service without a transaction. */
export const usersNoteAudit = defineOperation({
  name: 'users.note_audit',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['admin', 'comments', 'search'],
  summary: 'Write an entry of the audit log.',
  input: z.object(draft),
  output: z.literal(true),
  errors: ['rest_forbidden'],
});

/** Writes an entry about a change of records, which is committed with the change. */
export const recordAudit = defineCommand({
  name: 'users.record_audit',
  sender: 'records',
  summary: 'Write an entry of the audit log.',
  input: z.object({ ...draft, at: keyText, by: auditActorSchema, from }),
  result: z.object({ recorded: z.literal(true) }),
});
