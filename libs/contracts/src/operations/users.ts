import { z } from 'zod';
import { actorSchema } from '../actor.ts';
import { defineOperation } from '../operation.ts';

const userId = z.int().min(1);

/** Spec 5.1, get token. `address` is the caller's network address, for the limit on failed attempts. */
export const usersLogin = defineOperation({
  name: 'users.login',
  kind: 'read',
  audience: 'caller',
  summary: 'Exchange a user name (or e-mail) and password for a JWT.',
  input: z.object({ username: z.string(), password: z.string(), issuer: z.string(), address: z.string() }),
  output: z.object({
    token: z.string(),
    user_email: z.string(),
    user_nicename: z.string(),
    user_display_name: z.string(),
    locale: z.string(),
  }),
  errors: ['jwt_auth_failed', 'too_many_requests'],
});

/** The public keys that JWTs are verified with, as a JWK set; the gateway keeps them. */
export const usersKeys = defineOperation({
  name: 'users.keys',
  kind: 'read',
  audience: 'service',
  summary: 'Public keys of the tokens that are valid now.',
  input: z.object({}),
  output: z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }),
  errors: [],
});

/**
 * Who a user is for the rest of the service; `null` when the user does not exist (any more) or is disabled, and when
 * `token_version` (claim `data.user.tv` of a JWT) is older than the user's last change of password.
 */
export const usersActor = defineOperation({
  name: 'users.actor',
  kind: 'read',
  audience: 'service',
  summary: 'The actor of a user: roles, capabilities, locale.',
  input: z.object({ user_id: userId, token_version: z.int().min(0).optional() }),
  output: z.object({ actor: actorSchema.nullable() }),
  errors: [],
});

/** Spec 2.7. Parts that have no data yet are empty, as the shape of section 2.7 says. */
export const usersMy = defineOperation({
  name: 'users.my',
  kind: 'read',
  audience: 'caller',
  summary: 'The caller’s own profile.',
  input: z.object({}),
  output: z.looseObject({ ID: userId, user_email: z.string(), display_name: z.string(), locale: z.string() }),
  errors: ['get_my_info'],
});

/** Spec 4.5, update my user. */
export const usersUpdate = defineOperation({
  name: 'users.update',
  kind: 'write',
  audience: 'caller',
  summary: 'Change the caller’s own settings.',
  input: z.object({ settings: z.record(z.string(), z.unknown()) }),
  output: z.literal(true),
  errors: ['user_id'],
});

/** Spec 4.5, list users. */
export const usersList = defineOperation({
  name: 'users.list',
  kind: 'read',
  audience: 'caller',
  summary: 'Users the caller may assign records to or mention.',
  input: z.object({
    s: z.string().optional(),
    get_all: z.string().optional(),
    post_type: z.string().optional(),
  }),
  output: z.array(
    z.object({ ID: userId, name: z.string(), avatar: z.string(), contact_id: z.int().nullable() }),
  ),
  errors: ['get_assignable_users_compact'],
});

/** Names and avatars for read shapes; unknown ids are left out. */
export const usersDisplay = defineOperation({
  name: 'users.display',
  kind: 'read',
  audience: 'caller',
  summary: 'Display names and avatars of users.',
  input: z.object({ user_ids: z.array(z.int()).max(5000) }),
  output: z.object({
    users: z.array(z.object({ id: userId, display_name: z.string(), avatar: z.string() })),
  }),
  errors: [],
});

/** Finds the users that a user_select write names, with the capability that makes them eligible. */
export const usersResolve = defineOperation({
  name: 'users.resolve',
  kind: 'read',
  audience: 'caller',
  summary: 'Users by id or e-mail, and whether they hold a capability.',
  input: z.object({
    user_ids: z.array(z.int()).max(1000),
    emails: z.array(z.string()).max(1000),
    capability: z.string(),
  }),
  output: z.object({
    users: z.array(
      z.object({ id: userId, email: z.string(), display_name: z.string(), eligible: z.boolean() }),
    ),
  }),
  errors: [],
});

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
  audience: 'admin',
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
  audience: 'admin',
  summary: 'All users with their roles.',
  input: z.object({}),
  output: z.object({ users: z.array(adminUserSchema) }),
  errors: [],
});

/** Admin: a new password; tokens issued before stop working. */
export const usersSetPassword = defineOperation({
  name: 'users.set_password',
  kind: 'write',
  audience: 'admin',
  summary: 'Give a user a new password.',
  input: z.object({ username: z.string(), password: z.string() }),
  output: adminUserSchema,
  errors: ['user_id', 'weak_password'],
});

/** Admin: replace a user's roles. */
export const usersSetRoles = defineOperation({
  name: 'users.set_roles',
  kind: 'write',
  audience: 'admin',
  summary: 'Replace the roles of a user.',
  input: z.object({ username: z.string(), roles: z.array(z.string()) }),
  output: adminUserSchema,
  errors: ['user_id', 'invalid_role'],
});

/** Admin: a disabled user can not log in and its tokens stop working; nothing of it is deleted. */
export const usersDisable = defineOperation({
  name: 'users.disable',
  kind: 'write',
  audience: 'admin',
  summary: 'Disable a user, or enable it again.',
  input: z.object({ username: z.string(), disabled: z.boolean() }),
  output: adminUserSchema,
  errors: ['user_id'],
});

/** Admin: replace the signing key; tokens of older keys stay valid until they expire. */
export const usersRotateKeys = defineOperation({
  name: 'users.rotate_keys',
  kind: 'write',
  audience: 'admin',
  summary: 'Sign new tokens with a new key.',
  input: z.object({}),
  output: z.object({ kid: z.string() }),
  errors: [],
});

/** Every operation of users. */
export const usersOperations = [
  usersLogin,
  usersKeys,
  usersActor,
  usersMy,
  usersUpdate,
  usersList,
  usersDisplay,
  usersResolve,
  usersCreate,
  usersAdminList,
  usersSetPassword,
  usersSetRoles,
  usersDisable,
  usersRotateKeys,
] as const;
