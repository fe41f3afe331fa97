import { recordsModules } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { presentModule } from '../site/present-module.ts';

/** All modules, and which of them are on. */
export const modules = defineHandler(recordsModules, async (_call, deps: RecordsDeps) => ({
  modules: deps.modules.all().map((module) => presentModule(module, deps)),
}));
