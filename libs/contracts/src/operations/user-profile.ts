import { z } from 'zod';
import { dialectSchema } from '../list-query.ts';
import { keyText, lineText } from '../text-bounds.ts';
import { defineGatewayOperation } from '../operation.ts';
import { sentId } from '../sent-digits.ts';
import { placeOfUserSchema, settingsOfCallerSchema } from '../user-settings.ts';

const userId = z.int().min(1);

/** The locations of a user as clients see them (docs/guides/users.md#ones-own-settings); `[]` for none. */
const userPlacesSchema = z.union([
  z.object({
    location_grid: z.array(z.object({ id: z.int(), label: z.string() })),
    location_grid_meta: z.array(z.record(z.string(), z.string())),
  }),
  z.array(z.never()),
]);

/** The caller's profile (docs/guides/users.md#ones-own-settings). */
export const usersMy = defineGatewayOperation({
  name: 'users.my',
  kind: 'read',
  summary: 'The caller’s own profile.',
  input: z.object({ dialect: dialectSchema }),
  output: z.looseObject({ ID: userId, user_email: z.string(), display_name: z.string(), locale: z.string() }),
  errors: ['get_my_info'],
});

/** Changes settings of the caller (docs/guides/users.md#ones-own-settings). The answer is `true`, or for a setting that is a list its new value. */
export const usersUpdate = defineGatewayOperation({
  name: 'users.update',
  kind: 'write',
  isAdministration: true,
  summary: 'Change the caller’s own settings.',
  input: z.object({ settings: settingsOfCallerSchema }),
  output: z.unknown(),
  errors: ['user_id', 'missing_error', 'add_date_availability', 'invalid_role', 'no_permissions'],
});

/** The caller's locations, as in `users.my`. */
export const usersCurrentLocations = defineGatewayOperation({
  name: 'users.current_locations',
  kind: 'read',
  summary: 'The locations of the caller.',
  input: z.object({}),
  output: userPlacesSchema,
  errors: ['get_my_info'],
});

/** A row of the location grid, or points, for the caller or, with `manage_dt`, for another user. */
const userLocation = z.object({
  user_id: sentId.optional(),
  grid_id: sentId.optional(),
  user_location: z.object({ location_grid_meta: z.array(placeOfUserSchema).min(1).max(100) }).optional(),
});

/** The answer to a change of locations: `true` after a change by `grid_id`, otherwise the user's locations. */
const placedUser = z.union([
  z.literal(true),
  z.object({ user_id: userId, user_title: z.string(), user_location: userPlacesSchema }),
]);

/** Adds locations to the caller or, with `manage_dt`, to another user. */
export const usersAddLocation = defineGatewayOperation({
  name: 'users.add_location',
  kind: 'write',
  isAdministration: true,
  summary: 'Add places to the locations of a user.',
  input: userLocation,
  output: placedUser,
  errors: ['missing_error', 'user_id', 'no_permissions'],
});

/** Removes locations from the caller or, with `manage_dt`, from another user. */
export const usersRemoveLocation = defineGatewayOperation({
  name: 'users.remove_location',
  kind: 'write',
  isAdministration: true,
  summary: 'Remove places from the locations of a user.',
  input: userLocation,
  output: placedUser,
  errors: ['missing_error', 'user_id', 'no_permissions'],
});

/** Changes the caller's password and invalidates all their tokens, except that of the request. `address` is the caller's network address, as for a login. */
export const usersChangePassword = defineGatewayOperation({
  name: 'users.change_password',
  kind: 'write',
  isAdministration: true,
  summary: 'Set a new password for the caller.',
  input: z.object({
    password: lineText.optional(),
    current_password: lineText.optional(),
    address: lineText,
  }),
  output: z.literal(true),
  incidental: ['address'],
  errors: ['missing_error', 'user_id', 'weak_password', 'incorrect_password', 'too_many_requests'],
});

/** The size limit of an uploaded picture of a user, in bytes. Sent as base64 it has a third more. */
export const maxAvatarBytes = 512 * 1024;

const avatarOfUser = z.object({ avatar: z.string() });

/** Makes a picture the caller's avatar (docs/guides/users.md#avatars), in place of the initials. The answer is its address. */
export const usersSetAvatar = defineGatewayOperation({
  name: 'users.set_avatar',
  kind: 'write',
  isAdministration: true,
  summary: 'Upload a picture as the caller’s avatar.',
  input: z.object({
    picture: z
      .string()
      .max(Math.ceil(maxAvatarBytes / 3) * 4 + 100)
      .describe('A JPEG, PNG, WebP or GIF file in base64, or a `data:` URL of one.'),
  }),
  output: avatarOfUser,
  errors: ['user_id', 'no_permissions'],
});

/** Removes the uploaded avatar of the caller or, with `manage_dt`, of another user. The answer is the address of the drawn one. */
export const usersRemoveAvatar = defineGatewayOperation({
  name: 'users.remove_avatar',
  kind: 'write',
  isAdministration: true,
  summary: 'Remove an uploaded avatar.',
  input: z.object({ user_id: sentId.optional() }),
  output: avatarOfUser,
  errors: ['user_id', 'no_permissions'],
});

/** Switches a notification preference off or on again, for example `comments_web`. Preferences that are not set are on. */
export const usersSwitchPreference = defineGatewayOperation({
  name: 'users.switch_preference',
  kind: 'write',
  isAdministration: true,
  summary: 'Switch a preference of the caller.',
  input: z.object({ preference_key: keyText.optional(), dialect: dialectSchema }),
  output: z.literal(true),
  errors: ['preference_error', 'user_id'],
});

/** Switches an app of the caller on or off. */
export const usersAppSwitch = defineGatewayOperation({
  name: 'users.app_switch',
  kind: 'write',
  isAdministration: true,
  summary: 'Switch an app of the caller on or off.',
  input: z.object({ app_key: keyText.optional(), dialect: dialectSchema }),
  output: z.literal(true),
  errors: ['preference_error', 'user_id'],
});

/** Ends the tour that front ends offer to new users; `users.my` then reports it as ended. */
export const usersDisableProductTour = defineGatewayOperation({
  name: 'users.disable_product_tour',
  kind: 'write',
  isAdministration: true,
  summary: 'End the product tour for the caller.',
  input: z.object({}),
  output: z.literal(true),
  errors: ['user_id'],
});

/** The id of the contact that represents a user, if the caller may see the user; `null` when there is none. */
export const usersContactId = defineGatewayOperation({
  name: 'users.contact_id',
  kind: 'read',
  postType: 'contacts',
  summary: 'The contact that represents a user.',
  input: z.object({ user_id: sentId.optional() }),
  output: z.int().nullable(),
  errors: ['missing_error', 'no_permissions'],
});
