import { recordsModules } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';

/** All modules, and which of them are on. */
export const modules = defineHandler(recordsModules, async (_call, deps: RecordsDeps) => ({
  modules: deps.modules.all().map(({ label, description, ...module }) => ({
    ...module,
    label: deps.translate(label),
    ...(description === undefined ? {} : { description: deps.translate(description) }),
  })),
}));
