import { isDeepStrictEqual } from 'node:util';
import type { Extension, ModuleDeclaration, ModuleState, Translate } from '@svc/contracts';
import { Deadline, ScheduledTask, type Call, type Logger } from '@svc/service-kit';
import type { PostTypes } from './post-types.ts';
import type { SiteSetting } from '../store/site-setting.ts';

/** Milliseconds between two reads of the stored setting, which other instances may change. */
const lookEvery = 1_000;

interface Parts {
  readonly extensions: readonly Pick<Extension, 'name' | 'modules'>[];
  readonly postTypes: PostTypes;
  readonly setting: SiteSetting<'modules'>;
  readonly log: Logger;
}

/** The modules of the loaded extensions: switches them on and off, and follows the switches of other instances. */
export class Modules {
  readonly #postTypes: PostTypes;
  readonly #setting: SiteSetting<'modules'>;
  readonly #declared: ReadonlyMap<string, ModuleDeclaration>;
  readonly #byExtension: ReadonlyMap<string, readonly string[]>;
  #off: ReadonlySet<string> = new Set();
  /** One read at a time: an older state must not replace a newer one. */
  readonly #task: ScheduledTask;

  constructor({ extensions, postTypes, setting, log }: Parts) {
    this.#postTypes = postTypes;
    this.#setting = setting;
    this.#declared = new Map(extensions.flatMap(({ modules = {} }) => Object.entries(modules)));
    this.#byExtension = new Map(extensions.map(({ name, modules = {} }) => [name, Object.keys(modules)]));
    const failure = 'failed to read the modules';
    this.#task = new ScheduledTask({
      name: 'read the modules',
      run: () => this.#look(),
      everyMs: lookEvery,
      failure,
      log,
    });
  }

  /** Whether an extension is on: all modules that it names are. */
  readonly isOn = (extension: string): boolean =>
    !(this.#byExtension.get(extension) ?? []).some((key) => this.#off.has(key));

  find(key: string): ModuleState | undefined {
    const module = this.#declared.get(key);
    if (!module) return undefined;
    const { label, description, required = false } = module;
    const enabled = !this.#off.has(key);
    return { key, label, ...(description === undefined ? {} : { description }), enabled, required };
  }

  /** All modules, in the order in which they are declared. */
  all(): ModuleState[] {
    return [...this.#declared.keys()].flatMap((key) => this.find(key) ?? []);
  }

  /** Switches a module for all instances: at once for this one, at their next read for the others. */
  async set(key: string, enabled: boolean, deadline: Call['deadline']): Promise<void> {
    const change = enabled ? { $pull: { off: key } } : { $addToSet: { off: key } };
    await this.#setting.change(change, deadline);
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

  /** Switches off exactly the stored modules; unknown keys and required modules are ignored. */
  async #look(): Promise<void> {
    const stored = await this.#setting.stored(Deadline.after(lookEvery));
    const off = new Set(stored.off.filter((key) => this.find(key)?.required === false));
    if (isDeepStrictEqual(off, this.#off)) return;
    this.#off = off;
    this.#postTypes.show(this.isOn);
  }
}

/** A module with its texts in the caller's language. */
export function presentModule(
  module: ModuleState,
  { translate }: { readonly translate: Translate },
): ModuleState {
  const { label, description } = module;
  return {
    ...module,
    label: translate(label),
    ...(description === undefined ? {} : { description: translate(description) }),
  };
}
