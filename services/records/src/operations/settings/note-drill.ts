import { recordsNoteDrill } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { SettingsDeps } from '../../settings/settings-for.ts';

/** Notes the outcome of a restore drill. */
export const noteDrill = defineHandler(
  recordsNoteDrill,
  async ({ input, deadline }, { backups }: SettingsDeps) => {
    const at = new Date(input.at);
    const { failure } = input;
    const outcome = failure === undefined ? { drilledAt: at } : { failedDrill: { at, failure } };
    await backups.change({ $set: outcome }, deadline);
    return {};
  },
);
