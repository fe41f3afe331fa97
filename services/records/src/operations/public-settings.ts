import { recordsPublicSettings } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';

/** What everybody may know of the installation, and what extensions add to it. */
export const publicSettings = defineHandler(recordsPublicSettings, async (call, deps: RecordsDeps) =>
  deps.hooks.filter('svc_core_public_endpoint_settings', call, {
    url: deps.site.publicUrl,
    login_settings: [],
  }),
);
