import type { Actor } from './actor.ts';
import type { AuditActor } from './operations/audit.ts';

/** An actor as entries of the audit log name it: without the name of a person. */
export function auditActor({ kind, userId, displayName, key, siteLinkId }: Actor): AuditActor {
  if (kind === 'system') return { kind, user_id: null, name: displayName };
  if (kind === 'site_link')
    return siteLinkId === undefined
      ? { kind: 'anonymous', user_id: null }
      : { kind, user_id: null, site_link_id: siteLinkId };
  return { kind, user_id: userId, ...(key && { key_id: key.id }) };
}
