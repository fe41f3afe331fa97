import { recordsCoreSettings } from '@svc/contracts';
import { english, languages } from '@svc/language';
import { defineHandler } from '@svc/service-kit';
import { settingsFor, type SettingsDeps } from '../../settings/settings-for.ts';

const availableTranslations = languages.map(({ key, ...language }) => ({
  ...language,
  label: language.english_name,
  language: key,
  site_default: key === english.key,
}));

/** The settings of the installation that a client needs first. */
export const coreSettings = defineHandler(recordsCoreSettings, async (call, deps: SettingsDeps) => ({
  available_translations: availableTranslations,
  post_types: Object.fromEntries(
    await Promise.all(
      deps.postTypes
        .all()
        .map(async (postType) => [postType.key, await settingsFor(call, deps, postType)] as const),
    ),
  ),
  plugins: deps.plugins.length === 0 ? [] : Object.fromEntries(deps.plugins.map((each) => [each.name, each])),
  mapping: { mapbox_api_key: false, google_api_key: false } as const,
}));
