import { recordsPublicSettings } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { SettingsDeps } from '../../settings/settings-for.ts';

/** The public settings of the installation, with those that extensions add. */
export const publicSettings = defineHandler(recordsPublicSettings, async (call, deps: SettingsDeps) =>
  deps.hooks.filter('svc_core_public_endpoint_settings', call, {
    url: deps.site.publicUrl,
    login_settings: [],
  }),
);
