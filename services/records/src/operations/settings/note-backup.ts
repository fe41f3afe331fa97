import { recordsNoteBackup } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { SettingsDeps } from '../../settings/settings-for.ts';

/** Notes the moment of a completed backup; an older one does not replace a newer one. */
export const noteBackup = defineHandler(
  recordsNoteBackup,
  async ({ input, deadline }, { backups }: SettingsDeps) => {
    await backups.change({ $max: { lastAt: new Date(input.at) } }, deadline);
    return {};
  },
);
