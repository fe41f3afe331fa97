import type { Role } from './role-catalogue.ts';

/** A role that administrators of this installation have made. */
export interface InstallationRole {
  /** The key. */
  readonly _id: string;
  readonly label: string;
  readonly description: string;
  readonly capabilities: readonly string[];
  /** When it was deleted; null while it is in force. The history stays. */
  readonly deletedAt: Date | null;
  /** The latest changes, oldest first. */
  readonly history: readonly RoleChange[];
  readonly version: number;
}

export type RoleContent = Pick<InstallationRole, 'label' | 'description' | 'capabilities'>;

export interface RoleChange {
  readonly at: Date;
  readonly by: { readonly userId: number; readonly displayName: string };
  readonly action: 'created' | 'updated' | 'deleted';
  readonly before: RoleContent | null;
  readonly after: RoleContent | null;
}

/** A role of the installation in the form of the catalogue. */
export function toRole({ _id: key, label, description, capabilities }: InstallationRole): Role {
  return { key, label, description, capabilities: new Set(capabilities) };
}

export function contentOf({ label, description, capabilities }: RoleContent): RoleContent {
  return { label, description, capabilities };
}
