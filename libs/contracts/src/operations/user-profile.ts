import { z } from 'zod';
import { defineOperation } from '../operation.ts';

const userId = z.int().min(1);

/** An id as JSON and as a query or form have it. */
export const sentId = z.union([
  z.int().min(1),
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

/** The places of a user as clients see them (docs/users.md#ones-own-settings); `[]` for none. */
export const userPlacesSchema = z.union([
  z.object({
    location_grid: z.array(z.object({ id: z.int(), label: z.string() })),
    location_grid_meta: z.array(z.record(z.string(), z.string())),
  }),
  z.array(z.never()),
]);

/** What a user reads about themselves (docs/users.md#ones-own-settings). */
export const usersMy = defineOperation({
  name: 'users.my',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'The caller’s own profile.',
  input: z.object({}),
  output: z.looseObject({ ID: userId, user_email: z.string(), display_name: z.string(), locale: z.string() }),
  errors: ['get_my_info'],
});

/** Changes settings of the caller (docs/users.md#ones-own-settings). The answer is `true`, or for a list its new value. */
export const usersUpdate = defineOperation({
  name: 'users.update',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Change the caller’s own settings.',
  input: z.object({ settings: z.record(z.string(), z.unknown()) }),
  output: z.unknown(),
  errors: ['user_id', 'missing_error', 'add_date_availability', 'invalid_role', 'no_permissions'],
});

/** The caller's places, as in `users.my`. */
export const usersCurrentLocations = defineOperation({
  name: 'users.current_locations',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Where the caller is.',
  input: z.object({}),
  output: userPlacesSchema,
  errors: ['get_my_info'],
});

/** Row of the grid, or points; of another user with `manage_dt`. */
const userLocation = z.object({
  user_id: sentId.optional(),
  grid_id: sentId.optional(),
  user_location: z.object({ location_grid_meta: z.array(z.unknown()).min(1).max(100) }).optional(),
});

/** The answer to a change of places: `true` for one by its row, else the user's places. */
const placedUser = z.union([
  z.literal(true),
  z.object({ user_id: userId, user_title: z.string(), user_location: userPlacesSchema }),
]);

/** Adds places to a user: the caller, or with `manage_dt` another one. */
export const usersAddLocation = defineOperation({
  name: 'users.add_location',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Add places to where a user is.',
  input: userLocation,
  output: placedUser,
  errors: ['missing_error', 'user_id', 'no_permissions'],
});

/** Takes places from a user: the caller, or with `manage_dt` another one. */
export const usersRemoveLocation = defineOperation({
  name: 'users.remove_location',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Remove places from where a user is.',
  input: userLocation,
  output: placedUser,
  errors: ['missing_error', 'user_id', 'no_permissions'],
});

/** Tokens issued before stop working, except the one that asks. `address` is the caller's network address, as for a login. */
export const usersChangePassword = defineOperation({
  name: 'users.change_password',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Give the caller a new password.',
  input: z.object({
    password: z.string().optional(),
    current_password: z.string().optional(),
    address: z.string(),
  }),
  output: z.literal(true),
  incidental: ['address'],
  errors: ['missing_error', 'user_id', 'weak_password', 'incorrect_password', 'too_many_requests'],
});

/** Switches one notification off or on again: `comments_web`. What is not set counts as on. */
export const usersSwitchPreference = defineOperation({
  name: 'users.switch_preference',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Switch a preference of the caller.',
  input: z.object({ preference_key: z.string().optional() }),
  output: z.literal(true),
  errors: ['preference_error', 'user_id'],
});

/** Switches an app of the caller on, or off again. */
export const usersAppSwitch = defineOperation({
  name: 'users.app_switch',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'Switch an app of the caller on or off.',
  input: z.object({ app_key: z.string().optional() }),
  output: z.literal(true),
  errors: ['preference_error', 'user_id'],
});

/** The tour that front ends offer new users is over for the caller; `users.my` says so. */
export const usersDisableProductTour = defineOperation({
  name: 'users.disable_product_tour',
  kind: 'write',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'End the product tour for the caller.',
  input: z.object({}),
  output: z.literal(true),
  errors: ['user_id'],
});

/** The contact of a user whom the caller may know of; `null` if there is none. */
export const usersContactId = defineOperation({
  name: 'users.contact_id',
  kind: 'read',
  audience: 'caller',
  callers: ['gateway'],
  summary: 'The contact that represents a user.',
  input: z.object({ user_id: sentId.optional() }),
  output: z.int().nullable(),
  errors: ['missing_error', 'no_permissions'],
});

/** What users do with their own settings. */
export const userProfileOperations = [
  usersMy,
  usersUpdate,
  usersCurrentLocations,
  usersAddLocation,
  usersRemoveLocation,
  usersChangePassword,
  usersSwitchPreference,
  usersAppSwitch,
  usersDisableProductTour,
  usersContactId,
] as const;
