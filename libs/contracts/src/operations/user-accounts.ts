import { z } from 'zod';
import { defineOperation } from '../operation.ts';

const userId = z.int().min(1);

/** A user as the admin tool shows it. */
export const adminUserSchema = z.object({
  id: userId,
  username: z.string(),
  email: z.string(),
  display_name: z.string(),
  roles: z.array(z.string()),
  disabled: z.boolean(),
  corresponds_to_contact: z.int().nullable(),
});

/** A user as the admin tool shows it. */
export type AdminUser = z.infer<typeof adminUserSchema>;

/** Admin: create a user and the contact that represents it. */
export const usersCreate = defineOperation({
  name: 'users.create',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Create a user.',
  input: z.object({
    username: z.string(),
    email: z.string(),
    display_name: z.string(),
    roles: z.array(z.string()),
    password: z.string(),
    locale: z.string().optional(),
  }),
  output: z.object({ id: userId, corresponds_to_contact: z.int().nullable() }),
  errors: ['username_exists', 'email_exists', 'invalid_role', 'weak_password', 'rest_invalid_param'],
});

/** Admin: all users. */
export const usersAdminList = defineOperation({
  name: 'users.admin_list',
  kind: 'list',
  audience: 'service',
  callers: ['admin'],
  summary: 'All users with their roles.',
  input: z.object({}),
  output: z.object({ users: z.array(adminUserSchema) }),
  errors: [],
});

/** Admin: a new password; tokens issued before stop working. */
export const usersSetPassword = defineOperation({
  name: 'users.set_password',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Give a user a new password.',
  input: z.object({ username: z.string(), password: z.string() }),
  output: adminUserSchema,
  errors: ['user_id', 'weak_password'],
});

/** Admin: replace a user's roles. */
export const usersSetRoles = defineOperation({
  name: 'users.set_roles',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Replace the roles of a user.',
  input: z.object({ username: z.string(), roles: z.array(z.string()) }),
  output: adminUserSchema,
  errors: ['user_id', 'invalid_role'],
});

/** Admin: a disabled user cannot log in and its tokens stop working; nothing of it is deleted. */
export const usersDisable = defineOperation({
  name: 'users.disable',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Disable a user, or enable it again.',
  input: z.object({ username: z.string(), disabled: z.boolean() }),
  output: adminUserSchema,
  errors: ['user_id'],
});

/** Admin: replace the signing key; tokens of older keys stay valid until they expire. */
export const usersRotateKeys = defineOperation({
  name: 'users.rotate_keys',
  kind: 'write',
  audience: 'service',
  callers: ['admin'],
  summary: 'Sign new tokens with a new key.',
  input: z.object({
    /** Whether the older keys end now, and with them every token that they have signed. */
    revoke: z.boolean().optional(),
  }),
  output: z.object({ kid: z.string() }),
  errors: [],
});

/** What the admin tool does with accounts. */
export const userAccountsOperations = [
  usersCreate,
  usersAdminList,
  usersSetPassword,
  usersSetRoles,
  usersDisable,
  usersRotateKeys,
] as const;
