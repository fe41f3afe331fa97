import type { Extension, ModuleDeclaration, ModuleState } from '@svc/contracts';

/** The modules of the loaded extensions, and which of them are off. */
export class Modules {
  readonly #declared: ReadonlyMap<string, ModuleDeclaration>;
  readonly #byExtension: ReadonlyMap<string, readonly string[]>;
  #off: ReadonlySet<string> = new Set();

  constructor(extensions: readonly Pick<Extension, 'name' | 'modules'>[]) {
    this.#declared = new Map(extensions.flatMap(({ modules = {} }) => Object.entries(modules)));
    this.#byExtension = new Map(extensions.map(({ name, modules = {} }) => [name, Object.keys(modules)]));
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

  /** Switches off exactly these modules; unknown keys and required modules are ignored. Returns whether that was a change. */
  setOff(keys: Iterable<string>): boolean {
    const off = new Set([...keys].filter((key) => isOptional(this.#declared.get(key))));
    const isNew = off.size !== this.#off.size || [...off].some((key) => !this.#off.has(key));
    if (isNew) this.#off = off;
    return isNew;
  }
}

function isOptional(module: ModuleDeclaration | undefined): boolean {
  return module !== undefined && !module.required;
}
