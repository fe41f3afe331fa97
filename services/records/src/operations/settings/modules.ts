import { recordsModules } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { SettingsDeps } from '../../settings/settings-for.ts';
import { presentModule } from '../../post-types/modules.ts';

/** All modules, with their state. */
export const modules = defineHandler(recordsModules, async (_call, deps: SettingsDeps) => ({
  modules: deps.modules.all().map((module) => presentModule(module, deps)),
}));
