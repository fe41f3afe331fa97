import { z } from 'zod';
import { keyText, lineText, longText } from '../text-bounds.ts';
import { defineAdminOperation, defineGatewayOperation, defineOperation } from '../operation.ts';
import { sentId } from '../sent-digits.ts';
import { shownAs } from '../shown-shape.ts';
import { firstSettingsSchema, settingsOfUserSchema, workloads } from '../user-settings.ts';

const userId = z.int().min(1);

/**
 * Creates a user; the input has the keys that clients send. Without a password the user cannot log in until one is set.
 * The answer is the user's id, with `return_contact` also the id of the user's contact.
 */
export const usersAdd = defineGatewayOperation({
  name: 'users.add',
  kind: 'write',
  isAdministration: true,
  summary: 'Create a user.',
  input: z.object({
    'user-email': lineText.optional(),
    'user-display': lineText.optional(),
    'user-username': lineText.optional(),
    'user-password': lineText.optional(),
    'user-user_role': keyText.optional(),
    'user-roles': z.array(keyText).max(50).optional(),
    'user-optional-fields': firstSettingsSchema.optional(),
    locale: keyText.optional(),
    corresponds_to_contact: sentId.optional(),
    return_contact: z.boolean().optional(),
    /** Whether to create a service account: a user who cannot log in, for API keys. Only administrators may. */
    service_account: z.boolean().optional(),
  }),
  output: z.union([userId, z.object({ user_id: userId, corresponds_to_contact: z.int().nullable() })]),
  errors: [
    'missing_error',
    'no_permissions',
    'username_exists',
    'email_exists',
    'invalid_role',
    'weak_password',
  ],
});

/** A user as user administrators see it: everything, or one section with the other keys at their empty value. `roles` and `allowed_sources` are shown only with `promote_users`. */
export const usersUser = defineGatewayOperation({
  name: 'users.user',
  kind: 'read',
  isAdministration: true,
  summary: 'A user, for administrators of users.',
  input: z.object({ user: sentId.optional(), section: keyText.optional() }),
  output: z.looseObject({ user_id: userId, display_name: z.string(), user_email: z.string() }),
  errors: ['no_permissions', 'missing_error', 'user_id'],
});

/** Changes settings of another user: those of `users.update`, and with `delete_users` also `disabled`. */
export const usersUpdateUser = defineGatewayOperation({
  name: 'users.update_user',
  kind: 'write',
  isAdministration: true,
  summary: 'Change the settings of another user.',
  input: z.object({
    user: sentId.optional(),
    settings: settingsOfUserSchema,
    confirm: z.boolean().optional(),
  }),
  output: z.unknown(),
  errors: [
    'no_permissions',
    'missing_error',
    'user_id',
    'add_date_availability',
    'invalid_role',
    'confirmation_required',
  ],
});

/** Disables an account and invalidates its tokens. The user's records, comments and name stay. */
export const usersDeleteUser = defineOperation({
  name: 'users.delete_user',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Remove a user’s access.',
  input: z.object({
    user: sentId.optional(),
    /** Whether the caller knows of personal contacts of the user that they may not view. */
    confirm: z.boolean().optional(),
  }),
  output: z.literal(true),
  errors: ['no_permissions', 'missing_error', 'user_id', 'confirmation_required'],
});

/** A user in the lists of user administration. */
export const managedUserSchema = z.object({
  ID: userId,
  display_name: z.string(),
  user_email: z.string(),
  roles: z.array(z.string()),
  user_status: z.string(),
  workload_status: z.string(),
  location_grid: z.boolean(),
  location_grid_meta: z.boolean(),
  corresponds_to_contact: z.int().nullable(),
  disabled: z.boolean(),
  /** Contacts assigned to the user: active ones that need an update, all, those with the status assigned, active ones. */
  number_update: z.int(),
  number_assigned_to: z.int(),
  number_new_assigned: z.int(),
  number_active: z.int(),
  /** Unix seconds of the user's last action on a record; null without any. */
  last_activity: z.int().nullable(),
});

/** All users: id → user. */
export const usersManaged = defineGatewayOperation({
  name: 'users.managed',
  kind: 'list',
  isAdministration: true,
  summary: 'All users, for administrators of users.',
  input: z.object({}),
  output: z.record(z.string(), managedUserSchema),
  errors: ['no_permissions'],
});

/** Values of users by which a page is limited; other keys are ignored. */
const managedUsersFilter = shownAs(
  z.record(lineText, z.unknown()),
  z.object({
    user_status: keyText.optional(),
    workload_status: z.enum(['', ...workloads]).optional(),
    roles: keyText.optional().describe('The key of a role.'),
    capabilities: keyText.optional().describe('The key of a role.'),
  }),
);

/** A page of users. `search` finds names and addresses; `sort` is a key of an item, with a leading `-` for descending order. */
export const usersManagedPage = defineGatewayOperation({
  name: 'users.managed_page',
  kind: 'list',
  isAdministration: true,
  summary: 'A page of the users, for administrators of users.',
  input: z.object({
    search: longText.optional(),
    sort: keyText.optional(),
    limit: z.coerce.number().optional(),
    offset: z.coerce.number().optional(),
    filter: managedUsersFilter.optional(),
  }),
  output: z.object({ users: z.array(managedUserSchema), total_users: z.int() }),
  errors: ['no_permissions'],
});

/** Sends a mail with a token for `users.reset_password`; at most five an hour for each user. */
export const usersSendPasswordReset = defineOperation({
  name: 'users.send_password_reset',
  kind: 'write',
  isAdministration: true,
  audience: 'caller',
  callers: ['gateway', 'admin'],
  summary: 'Send a user a mail for a new password.',
  input: z.object({ user: sentId.optional() }),
  output: z.literal(true),
  errors: ['no_permissions', 'missing_error', 'user_id', 'too_many_requests'],
});

const adminUserSchema = z.object({
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

/** Admin: creates a user and the contact that represents the user. */
export const usersCreate = defineAdminOperation({
  name: 'users.create',
  kind: 'write',
  summary: 'Create a user.',
  input: z.object({
    username: lineText,
    email: lineText,
    display_name: lineText,
    roles: z.array(keyText),
    password: lineText,
    locale: keyText.optional(),
  }),
  output: z.object({ id: userId, corresponds_to_contact: z.int().nullable() }),
  errors: ['username_exists', 'email_exists', 'invalid_role', 'weak_password', 'rest_invalid_param'],
});

/** Admin: all users. */
export const usersAdminList = defineAdminOperation({
  name: 'users.admin_list',
  kind: 'list',
  summary: 'All users with their roles.',
  input: z.object({}),
  output: z.object({ users: z.array(adminUserSchema) }),
});

/** Admin: sets a new password and invalidates the user's tokens. */
export const usersSetPassword = defineAdminOperation({
  name: 'users.set_password',
  kind: 'write',
  summary: 'Set a new password for a user.',
  input: z.object({ username: lineText, password: lineText }),
  output: adminUserSchema,
  errors: ['user_id', 'weak_password'],
});

/** Admin: replaces the roles of a user. */
export const usersSetRoles = defineAdminOperation({
  name: 'users.set_roles',
  kind: 'write',
  summary: 'Replace the roles of a user.',
  input: z.object({ username: lineText, roles: z.array(keyText) }),
  output: adminUserSchema,
  errors: ['user_id', 'invalid_role'],
});

/** Admin: disables a user, who then cannot log in or use tokens, or enables the user again. No data is deleted. */
export const usersDisable = defineAdminOperation({
  name: 'users.disable',
  kind: 'write',
  summary: 'Disable a user, or enable it again.',
  input: z.object({ username: lineText, disabled: z.boolean() }),
  output: adminUserSchema,
  errors: ['user_id'],
});

/** Admin: replaces the key that signs tokens. Tokens of older keys stay valid until they expire. */
export const usersRotateKeys = defineAdminOperation({
  name: 'users.rotate_keys',
  kind: 'write',
  summary: 'Sign new tokens with a new key.',
  input: z.object({
    /** Whether the older keys, and all tokens that they have signed, become invalid now. */
    revoke: z.boolean().optional(),
  }),
  output: z.object({ kid: z.string() }),
});
