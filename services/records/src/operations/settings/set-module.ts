import { recordsSetModule, msg } from '@svc/contracts';
import { defineHandler, invalidParam, noteAudit } from '@svc/service-kit';
import type { SettingsDeps } from '../../settings/settings-for.ts';
import { presentModule } from '../../post-types/modules.ts';

/** Switches a module on or off. */
export const setModule = defineHandler(recordsSetModule, async (call, deps: SettingsDeps) => {
  const { module: key, enabled } = call.input;
  const known = deps.modules.find(key);
  if (!known) throw invalidParam({ module: msg`unknown module ${key}; the modules are ${keysOf(deps)}` });
  if (known.required && !enabled)
    throw invalidParam({ module: msg`the module ${key} cannot be switched off: the service requires it` });
  await noteAudit(deps.store, call, {
    action: 'module.switched',
    subject: `modules/${key}`,
    before: { enabled: known.enabled },
    after: { enabled },
  });
  await deps.modules.set(key, enabled, call.deadline);
  return presentModule({ ...known, enabled }, deps);
});

function keysOf({ modules }: SettingsDeps): string {
  return modules
    .all()
    .map(({ key }) => key)
    .join(', ');
}
