import { recordsCoreSettings } from '@svc/contracts';
import { english, languages } from '@svc/language';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';

const availableTranslations = languages.map(({ key, ...language }) => ({
  ...language,
  language: key,
  site_default: key === english.key,
}));

/** What a client has to know of the installation before anything else. */
export const coreSettings = defineHandler(recordsCoreSettings, async (_call, deps: RecordsDeps) => ({
  available_translations: availableTranslations,
  post_types: Object.fromEntries(deps.postTypes.all().map(({ key, settings }) => [key, settings])),
  plugins: deps.plugins.length === 0 ? [] : Object.fromEntries(deps.plugins.map((each) => [each.name, each])),
  mapping: { mapbox_api_key: false, google_api_key: false } as const,
}));
