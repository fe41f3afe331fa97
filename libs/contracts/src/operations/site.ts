import { z } from 'zod';
import { clients, defineOperation } from '../operation.ts';
import { postTypeSettingsSchema } from '../post-type.ts';

/** A language that users can choose (docs/languages.md). */
export const availableTranslationSchema = z.object({
  /** As a user's `locale` names it: `fr_FR`. */
  language: z.string(),
  label: z.string(),
  english_name: z.string(),
  native_name: z.string(),
  flag: z.string(),
  /** Whether it is written from right to left. */
  rtl: z.boolean(),
  site_default: z.boolean(),
});

/** An extension of the installation. */
export const pluginSchema = z.object({ name: z.string(), plugin_url: z.string(), version: z.string() });

/** The settings of the installation (docs/settings-endpoints.md). */
export const recordsCoreSettings = defineOperation({
  name: 'records.core_settings',
  kind: 'read',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'What a client has to know of the installation: languages, post types and extensions.',
  input: z.object({}),
  output: z.object({
    available_translations: z.array(availableTranslationSchema),
    /** All of them, whatever the caller may do with their records; of tags those that they see in use. */
    post_types: z.record(z.string(), postTypeSettingsSchema),
    /** By name; an empty list where there are none, as clients know it. */
    plugins: z.union([z.record(z.string(), pluginSchema), z.array(z.never())]),
    /** There is no such service behind this one. */
    mapping: z.object({ mapbox_api_key: z.literal(false), google_api_key: z.literal(false) }),
  }),
  errors: ['fields_to_sql', 'extension_refused'],
});

/** Settings that anybody reads without login; nothing in them is secret (docs/settings-endpoints.md#public-settings). */
export const recordsPublicSettings = defineOperation({
  name: 'records.public_settings',
  kind: 'read',
  audience: 'caller',
  callers: clients,
  summary: 'What everybody may know of the installation: its address, and what extensions add.',
  input: z.object({}),
  /** `url` is the public address, without a slash at its end; extensions may add and change keys. */
  output: z.looseObject({}),
  errors: ['extension_refused'],
});

/** The operations about the installation as a whole. */
export const siteOperations = [recordsCoreSettings, recordsPublicSettings] as const;
