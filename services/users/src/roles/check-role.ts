import { type Actor, msg, type Message } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { administrator, checkAdministers, refused } from './account-guard.ts';
import { holdsMore } from './check-giving.ts';
import type { RoleContent } from './installation-role.ts';

/** A role as a request describes it. */
interface SentRole {
  readonly label: string;
  readonly description: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

const keyForm = /^[a-z][a-z0-9_]{0,49}$/;
const maxLengths = { label: 100, description: 500 };

/** @throws ServiceError `no_permissions` for callers who may not give roles. */
export function checkAdministersRoles(actor: Actor): void {
  checkAdministers(actor, ['promote_users']);
}

/** @throws ServiceError `rest_invalid_param` for a key of a wrong form. */
export function checkRoleKey(key: string): string {
  if (keyForm.test(key)) return key;
  throw invalidParam({ key: 'key must begin with a letter and have at most 50 letters a-z, digits and _' });
}

/** The content of a role. @throws ServiceError `rest_invalid_param` with all problems. */
export function checkRoleContent(sent: SentRole, known: ReadonlySet<string>): RoleContent {
  const label = sent.label.trim();
  const description = sent.description.trim();
  const capabilities = Object.keys(sent.permissions).filter((name) => sent.permissions[name]);
  const unknown = capabilities.filter((name) => !known.has(name));
  const problems: Record<string, Message> = {
    ...((label === '' || label.length > maxLengths.label) && {
      label: msg`label must have 1 to ${maxLengths.label} characters`,
    }),
    ...(description.length > maxLengths.description && {
      description: msg`description must have at most ${maxLengths.description} characters`,
    }),
    ...(unknown.length > 0 && { permissions: msg`there is no capability ${unknown.join(', ')}` }),
  };
  if (Object.keys(problems).length > 0) throw invalidParam(problems);
  return { label, description, capabilities: capabilities.toSorted() };
}

/** @throws ServiceError `no_permissions` naming the capabilities that the caller lacks. */
export function checkHolds(actor: Actor, capabilities: readonly string[]): void {
  const beyond = capabilities.filter((capability) => !mayGive(actor, capability));
  if (beyond.length > 0)
    throw refused(msg`You cannot grant rights that you do not have: ${beyond.join(', ')}.`);
}

/** Whether an actor may make roles with a capability: administrators all, others those that they have. */
export function mayGive(actor: Actor, capability: string): boolean {
  return actor.roles.includes(administrator) || !holdsMore([capability], actor.capabilities);
}
