import { z } from 'zod';
import { clients, defineClientOperation, defineOperation } from '../operation.ts';
import { postTypeSettingsSchema } from '../post-type.ts';

/** A language that users can choose (docs/guides/languages.md). */
const availableTranslationSchema = z.object({
  /** The value of a user's `locale`: `fr_FR`. */
  language: z.string(),
  label: z.string(),
  english_name: z.string(),
  native_name: z.string(),
  flag: z.string(),
  /** Whether the language is written from right to left. */
  rtl: z.boolean(),
  site_default: z.boolean(),
});

/** An extension of the installation. */
const pluginSchema = z.object({ name: z.string(), plugin_url: z.string(), version: z.string() });

/** The settings of the installation (docs/guides/settings-endpoints.md). */
export const recordsCoreSettings = defineOperation({
  name: 'records.core_settings',
  kind: 'read',
  audience: 'caller',
  callers: [...clients, 'admin'],
  summary: 'The settings of the installation for clients: languages, post types and extensions.',
  input: z.object({}),
  output: z.object({
    available_translations: z.array(availableTranslationSchema),
    /** All post types, whatever the caller may do with their records. A tags field has the tags in use that the caller may see. */
    post_types: z.record(z.string(), postTypeSettingsSchema),
    /** Extensions by name; an empty list when there are none, as clients expect. */
    plugins: z.union([z.record(z.string(), pluginSchema), z.array(z.never())]),
    /** The keys are always false: this service uses neither of these map services. */
    mapping: z.object({ mapbox_api_key: z.literal(false), google_api_key: z.literal(false) }),
  }),
  errors: ['fields_to_sql'],
});

/** Settings that anybody can read without login; none of them is secret (docs/guides/settings-endpoints.md#public-settings). */
export const recordsPublicSettings = defineClientOperation({
  name: 'records.public_settings',
  kind: 'read',
  summary: 'The public settings of the installation: its address, and the settings that extensions add.',
  input: z.object({}),
  /** `url` is the public address, without a slash at the end. Extensions may add and change keys. */
  output: z.looseObject({}),
});
