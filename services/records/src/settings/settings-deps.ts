import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { ModuleSwitch } from '../post-types/module-switch.ts';

/** The dependencies of the settings operations. */
export interface SettingsDeps extends ListDeps {
  readonly modules: ModuleSwitch;
  /** The extensions that the installation has loaded. */
  readonly plugins: readonly {
    readonly name: string;
    readonly plugin_url: string;
    readonly version: string;
  }[];
}
