import type { ModuleState } from '@svc/contracts';
import { Deadline, ScheduledTask, type Call, type Logger } from '@svc/service-kit';
import type { PostTypes } from './post-types.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { Modules } from './modules.ts';

/** Milliseconds between two reads of the stored setting, which other instances may change. */
const lookEvery = 1_000;

interface Parts {
  readonly modules: Modules;
  readonly postTypes: PostTypes;
  readonly setting: SiteSetting<'modules'>;
  readonly log: Logger;
}

/** Switches modules on and off, and follows the switches of other instances. */
export class ModuleSwitch {
  readonly #parts: Parts;
  /** One read at a time: an older state must not replace a newer one. */
  readonly #task: ScheduledTask;

  constructor(parts: Parts) {
    this.#parts = parts;
    const failure = 'modules cannot be read';
    this.#task = new ScheduledTask({ run: () => this.#look(), everyMs: lookEvery, failure, log: parts.log });
  }

  /** All modules, in the order in which they are declared. */
  all(): ModuleState[] {
    return this.#parts.modules.all();
  }

  find(key: string): ModuleState | undefined {
    return this.#parts.modules.find(key);
  }

  /** Switches a module for all instances: at once for this one, at their next read for the others. */
  async set(key: string, enabled: boolean, deadline: Call['deadline']): Promise<void> {
    const change = enabled ? { $pull: { off: key } } : { $addToSet: { off: key } };
    await this.#parts.setting.change(change, deadline);
    await this.#task.turn();
  }

  /** Reads the current state, then keeps following changes. @throws Error when the database does not answer. */
  async follow(): Promise<void> {
    await this.#task.turn();
    this.#task.start();
  }

  async stop(): Promise<void> {
    await this.#task.stop();
  }

  async #look(): Promise<void> {
    const { modules, postTypes, setting } = this.#parts;
    const { off } = await setting.stored(Deadline.after(lookEvery));
    if (modules.setOff(off)) postTypes.show(modules.isOn);
  }
}
