import { z } from 'zod';
import { shownAs } from './shown-shape.ts';
import { sentId } from './sent-digits.ts';
import { keyText, lineText } from './text-bounds.ts';

const detail = (description: string) => z.string().max(250).optional().describe(description);

/** The further details of a user, each a line of text. */
const userDetailsShape = z.object({
  first_name: detail('The first name.'),
  last_name: detail('The last name.'),
  nickname: detail('The nickname.'),
  dt_user_personal_phone: detail('The personal telephone number.'),
  dt_user_personal_email: detail('The personal e-mail address.'),
  dt_user_personal_facebook: detail('The personal Facebook page.'),
  dt_user_personal_address: detail('The personal postal address.'),
  dt_user_work_phone: detail('The telephone number at work.'),
  dt_user_work_email: detail('The e-mail address at work.'),
  dt_user_work_facebook: detail('The Facebook page of the work.'),
  dt_user_work_address: detail('The postal address of the work.'),
  dt_user_work_whatsapp: detail('The WhatsApp number of the work.'),
});

export const userDetailKeys = userDetailsShape.keyof().options;

/** The workloads that a user can have, in their order. */
export const workloads = ['active', 'existing', 'too_many'] as const;

export const emailPreferences = ['real-time', 'hourly', 'daily'] as const;

/** Settings that are applied together, also for a new user. */
const ownSettingsShape = userDetailsShape.extend({
  gender: z.string().max(60).optional().describe('The gender, in any words.'),
  'email-preference': z
    .enum(['', ...emailPreferences])
    .optional()
    .describe('How often mails are sent.'),
  description: z.string().max(10_000).optional().describe('A few lines about the person.'),
});

const day = z.iso.date();

/** The settings of a user by key (docs/guides/users.md#ones-own-settings). */
const settingsShape = ownSettingsShape.extend({
  user_status: z.string().max(60).optional().describe('The key of the status.'),
  workload_status: z
    .enum(['', ...workloads])
    .optional()
    .describe('How many more contacts the user can take.'),
  add_location: sentId.optional().describe('The ID of a row of the location grid.'),
  remove_location: sentId.optional().describe('The ID of a row of the location grid.'),
  add_unavailability: z
    .object({ start_date: day, end_date: day })
    .optional()
    .describe('The first and the last day of an absence.'),
  remove_unavailability: sentId.optional().describe('The ID of an absence.'),
  save_roles: z.array(z.string().max(100)).max(200).optional().describe('Keys of all roles of the user.'),
  allowed_sources: z.array(z.string().max(100)).max(200).optional().describe('Keys of the visible sources.'),
  update_display_name: z.string().min(1).max(250).optional().describe('The name that others see.'),
  locale: z.string().max(35).optional().describe('The language of the user, such as `fr_FR`.'),
  add_languages: keyText.optional().describe('The key of a language.'),
  remove_languages: keyText.optional().describe('The key of a language.'),
  add_people_groups: sentId.optional().describe('The ID of a people group.'),
  remove_people_groups: sentId.optional().describe('The ID of a people group.'),
});

const deviceId = z.string().min(1).max(250);

const settingsOfCallerShape = settingsShape.extend({
  add_push_token: z
    .object({ device_id: deviceId, token: z.string().min(1).max(4_096) })
    .optional()
    .describe('A device that takes pushes.'),
  remove_push_token: z
    .object({ device_id: deviceId })
    .optional()
    .describe('The device, which takes no more pushes.'),
});

const settingsOfUserShape = settingsShape.extend({
  disabled: z
    .union([z.boolean(), z.enum(['true', '1', 'false', '0'])])
    .optional()
    .describe('Whether the user cannot sign in.'),
});

/** The keys of all settings of a user. */
export type UserSetting =
  keyof z.input<typeof settingsOfCallerShape> | keyof z.input<typeof settingsOfUserShape>;

export const userSettingKeys: readonly UserSetting[] = [
  ...new Set([...settingsOfCallerShape.keyof().options, ...settingsOfUserShape.keyof().options]),
];

const sentSettings = () => z.record(lineText, z.unknown());

/** Settings that callers change of themselves. */
export const settingsOfCallerSchema = shownAs(sentSettings(), settingsOfCallerShape);

/** Settings that administrators of users change of others. */
export const settingsOfUserSchema = shownAs(sentSettings(), settingsOfUserShape);

/** Settings of a new user. */
export const firstSettingsSchema = shownAs(sentSettings(), ownSettingsShape);

const degrees = (most: number) => z.union([z.number().min(-most).max(most), z.string().max(40)]);

/** A place of a user: a row of the location grid, or a point. */
export const placeOfUserSchema = shownAs(
  z.unknown(),
  z.object({
    grid_id: sentId.optional(),
    lng: degrees(180).optional(),
    lat: degrees(90).optional(),
    level: z.string().max(60).optional(),
    label: z.string().max(250).optional(),
    source: z.string().max(60).optional(),
  }),
);
