import { z } from 'zod';
import { keyText, lineText, longText } from '../text-bounds.ts';
import { actorSchema } from '../actor.ts';
import {
  defineClientOperation,
  defineGatewayOperation,
  defineOperation,
  extensionHosts,
} from '../operation.ts';
import { assertionSchema } from './passkey-answers.ts';
import { sentId } from '../sent-digits.ts';

const userId = z.int().min(1);

/** The answer to a login or a refresh: see `LoginAnswer`. */
export const loginAnswerSchema = z.object({
  token: z.string(),
  user_email: z.string(),
  user_nicename: z.string(),
  user_display_name: z.string(),
  locale: z.string(),
  /** Only with `refresh`: the token for the next access token, and the seconds until this one expires. */
  refresh_token: z.string().optional(),
  expires_in: z.int().optional(),
});

/** The answer to a login or a refresh. */
export type LoginAnswer = z.infer<typeof loginAnswerSchema>;

/** Logs in (docs/guides/authentication.md#tokens-of-users). `address` is the caller's network address, for the limit on failed attempts. */
export const usersLogin = defineGatewayOperation({
  name: 'users.login',
  kind: 'read',
  summary: 'Exchange a user name (or e-mail) and password for a JWT.',
  input: z.object({
    username: lineText,
    password: lineText,
    issuer: lineText,
    address: lineText,
    user_agent: lineText.optional(),
    /** A code of the second factor, for users who have one. */
    code: keyText.optional(),
    /** The answer of a passkey to the challenge in the refusal, in place of a code. */
    passkey: assertionSchema.optional(),
    /** Whether to answer with a refresh token, and with an access token that is valid for minutes. */
    refresh: z.boolean().optional(),
  }),
  output: loginAnswerSchema,
  errors: ['jwt_auth_failed', 'second_factor_required', 'password_login_off', 'too_many_requests'],
});

/** Sets the password of a user with the token of a mail, which is valid once. `address` is the caller's network address, as for a login. */
export const usersResetPassword = defineGatewayOperation({
  name: 'users.reset_password',
  kind: 'write',
  summary: 'Set a new password with the token of a mail.',
  input: z.object({ token: lineText, password: lineText, address: lineText }),
  output: z.literal(true),
  incidental: ['address'],
  errors: ['invalid_key', 'weak_password', 'too_many_requests'],
});

/** The public keys that verify JWTs, as a JWK set, which the gateway caches. */
export const usersKeys = defineOperation({
  name: 'users.keys',
  kind: 'read',
  callers: ['gateway'],
  summary: 'The public keys of valid tokens.',
  input: z.object({}),
  output: z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }),
});

/**
 * The actor of a user. It is `null` when the user does not exist or is disabled, and when `token_version` (claim `data.user.tv` of a
 * JWT) is older than the user's last change of password, unless the token with this `token_id` (claim `jti`) made that change.
 */
export const usersActor = defineOperation({
  name: 'users.actor',
  kind: 'read',
  callers: ['gateway', 'records'],
  summary: 'The actor of a user: roles, capabilities, locale.',
  input: z.object({
    user_id: userId,
    token_version: z.int().min(0).optional(),
    token_id: keyText.optional(),
    /** In seconds. */
    token_issued_at: z.number().optional(),
    /** The claim `sid`: the session of the token, which must not have ended. */
    session_id: keyText.optional(),
  }),
  output: z.object({ actor: actorSchema.nullable() }),
});

/** The users whom the caller may list (docs/guides/users.md#finding-users). */
export const usersList = defineClientOperation({
  name: 'users.list',
  kind: 'read',
  summary: 'Users whom the caller may assign or mention.',
  input: z.object({
    s: longText.optional(),
    get_all: keyText.optional(),
    post_type: keyText.optional(),
    /** Whether the answer contains `update_needed`, which the records service has to count. */
    with_updates: z.boolean().optional(),
  }),
  output: z.array(
    z.object({
      ID: userId,
      name: z.string(),
      avatar: z.string(),
      contact_id: z.int().nullable(),
      /** The number of the user's contacts that need an update; this and the colour only for callers who may list all users. */
      update_needed: z.int().optional(),
      /** The colour of the user's workload. */
      status_color: z.string().optional(),
    }),
  ),
  errors: ['get_assignable_users_compact'],
});

/** The users to whom a contact may be assigned, for users who dispatch contacts (docs/guides/users.md#finding-users). */
export const usersAssignmentList = defineGatewayOperation({
  name: 'users.assignment_list',
  kind: 'list',
  postType: 'contacts',
  summary: 'Users to whom a contact may be assigned, with their workload and their distance.',
  input: z.object({
    /** The post type of the record to assign; `contacts` when absent. */
    post_type: keyText.optional(),
    post_id: sentId.optional(),
    /** Ids of places to consider in addition to those of the record. */
    location_ids: z.array(sentId).max(100).optional(),
  }),
  output: z.array(
    z.object({
      ID: userId,
      name: z.string(),
      avatar: z.string(),
      /** When the user was last assigned a contact, in Unix seconds; null for never. */
      last_assignment: z.int().nullable(),
      roles: z.array(z.string()),
      /** The levels from a place of the record up to a place of the user that contains it, 0 for the same place; null when none contains it. */
      location: z.int().nullable(),
      best_location_match: z.string().nullable(),
      languages: z.array(z.string()),
      gender: z.string(),
      /** The user's workload and its colour; absent when it is not set. */
      status: z.string().optional(),
      status_color: z.string().optional(),
      update_needed: z.int(),
    }),
  ),
  errors: ['get_assignable_users_compact'],
});

/** Display names and avatars of users. Unknown ids are left out. */
export const usersDisplay = defineOperation({
  name: 'users.display',
  kind: 'read',
  audience: 'caller',
  callers: [...extensionHosts, 'comments'],
  summary: 'Display names and avatars of users.',
  input: z.object({ user_ids: z.array(z.int()).max(5000) }),
  output: z.object({
    users: z.array(z.object({ id: userId, display_name: z.string(), avatar: z.string() })),
  }),
});

/** The picture of an avatar's address, for anybody who has the address; an address that names nobody gets a neutral picture. */
export const usersOpenAvatar = defineGatewayOperation({
  name: 'users.open_avatar',
  kind: 'read',
  summary: 'The picture that stands for a user.',
  input: z.object({ address: z.string().max(300) }),
  output: z.object({
    /** The media type. */
    type: z.string(),
    data: z.instanceof(Uint8Array),
    /** Whether this address has this picture for ever, for everybody. */
    is_lasting: z.boolean(),
  }),
});

/** Finds the users that a written user_select names, and whether each holds the capability that makes them `eligible`. */
export const usersResolve = defineOperation({
  name: 'users.resolve',
  kind: 'read',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'Users by id or e-mail, and whether they hold a capability.',
  input: z.object({
    user_ids: z.array(z.int()).max(1000),
    emails: z.array(lineText).max(1000),
    capability: keyText,
  }),
  output: z.object({
    users: z.array(
      z.object({ id: userId, email: z.string(), display_name: z.string(), eligible: z.boolean() }),
    ),
  }),
});

/** The given users whom the caller may list, and so share records with or choose contacts of (docs/guides/sharing.md#permission-to-connect). */
export const usersListable = defineOperation({
  name: 'users.listable',
  kind: 'read',
  audience: 'caller',
  callers: extensionHosts,
  summary: 'The given users whom the caller may list.',
  input: z.object({ user_ids: z.array(userId).max(50_000) }),
  output: z.object({ user_ids: z.array(userId) }),
});

/**
 * All enabled users with access to records of a type, sorted by name, for pickers: records decides which of them a caller may see, since it
 * knows with whom they share records. The texts are those in which users are searched.
 */
export const usersPickable = defineOperation({
  name: 'users.pickable',
  kind: 'list',
  callers: ['records'],
  summary: 'All users with access to records of a type.',
  input: z.object({ post_type: z.string().max(200) }),
  output: z.object({
    users: z.array(
      z.object({
        id: userId,
        name: z.string(),
        contact_id: z.int().nullable(),
        /** User name, its form for addresses, and e-mail address: only users who may list everybody find others by these. */
        searched: z.array(z.string()),
        /** Whether every user may see this one. */
        is_known: z.boolean(),
      }),
    ),
  }),
});
