import { z } from 'zod';
import { defineGatewayOperation } from '../operation.ts';
import { keyText, lineText } from '../text-bounds.ts';

/** Capabilities of a role: those with `true`. */
const permissionsSchema = z.record(keyText, z.boolean());

const texts = { label: lineText, description: lineText };

/** A change of a role of the installation. */
const roleChangeSchema = z.object({
  at: z.string(),
  by: z.object({ id: z.int().min(0), display_name: z.string() }),
  action: z.enum(['created', 'updated', 'deleted']),
  /** The role before and after the change; null where it did not exist. */
  before: z.object({ ...texts, permissions: permissionsSchema }).nullable(),
  after: z.object({ ...texts, permissions: permissionsSchema }).nullable(),
});

const roleSchema = z.object({
  key: z.string(),
  label: z.string(),
  description: z.string(),
  permissions: permissionsSchema,
  /** Who declares it: the program, an extension, or the installation. Only roles of the installation can be changed. */
  origin: z.enum(['program', 'extension', 'installation']),
  /** The number of users who have the role. */
  users: z.int(),
  /** The latest changes of a role of the installation, newest first. */
  history: z.array(roleChangeSchema),
});

/** A role in the list of roles. */
export type ListedRole = z.infer<typeof roleSchema>;

/** All roles, and the capabilities that roles may have, for callers with `promote_users`; the next three operations require the same. */
export const usersAllRoles = defineGatewayOperation({
  name: 'users.all_roles',
  kind: 'read',
  isAdministration: true,
  summary: 'All roles, and the capabilities that roles may have.',
  input: z.object({}),
  output: z.object({
    roles: z.array(roleSchema),
    capabilities: z.array(
      z.object({
        key: z.string(),
        /** In the language of the caller; empty for capabilities of extensions. */
        description: z.string(),
        /** Whether the caller may give it. */
        may_give: z.boolean(),
      }),
    ),
  }),
  errors: ['no_permissions'],
});

/** Creates a role of the installation, with capabilities that exist and that the caller has. */
export const usersCreateRole = defineGatewayOperation({
  name: 'users.create_role',
  kind: 'write',
  isAdministration: true,
  summary: 'Create a role.',
  input: z.object({
    key: keyText,
    label: lineText,
    description: lineText.optional(),
    permissions: permissionsSchema,
  }),
  output: roleSchema,
  errors: ['no_permissions', 'role_exists'],
});

/** Changes a role of the installation; `permissions` replace all that it has. */
export const usersUpdateRole = defineGatewayOperation({
  name: 'users.update_role',
  kind: 'write',
  isAdministration: true,
  summary: 'Change a role.',
  input: z.object({
    key: keyText,
    label: lineText.optional(),
    description: lineText.optional(),
    permissions: permissionsSchema.optional(),
  }),
  output: roleSchema,
  errors: ['no_permissions', 'invalid_role'],
});

/** Deletes a role of the installation. Its users get the role `move_to`, which is required while there are any. */
export const usersDeleteRole = defineGatewayOperation({
  name: 'users.delete_role',
  kind: 'write',
  isAdministration: true,
  summary: 'Delete a role.',
  input: z.object({ key: keyText, move_to: keyText.optional() }),
  output: z.literal(true),
  errors: ['no_permissions', 'invalid_role', 'role_in_use'],
});
