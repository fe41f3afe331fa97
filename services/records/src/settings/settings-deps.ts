import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { ModuleSwitch } from '../post-types/module-switch.ts';
import type { KnownTags } from './known-tags.ts';

/** What the settings that clients read are made with. */
export interface SettingsDeps extends ListDeps {
  /** The tags in use, as far as they are known. */
  readonly tags: KnownTags;
  readonly modules: ModuleSwitch;
  /** The extensions that the installation has loaded. */
  readonly plugins: readonly {
    readonly name: string;
    readonly plugin_url: string;
    readonly version: string;
  }[];
}
