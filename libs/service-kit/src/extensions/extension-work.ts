import { AsyncLocalStorage } from 'node:async_hooks';

/** Work of an extension. */
export interface ExtensionWork {
  /** The name of the extension; during its import the path or package of it. */
  extension: string;
  /** The hook that began the work; `import`, `setup` or `subscription <name>` outside hooks. */
  readonly hook: string;
  /** How many changes of extensions led to this work, each caused by the one before; absent: none. */
  readonly depth?: number | undefined;
}

const current = new AsyncLocalStorage<ExtensionWork | undefined>();

/** Runs a function as work of an extension, including everything that it begins: timers, promises, and events of objects that it makes. */
export function runExtension<Result>(work: ExtensionWork, run: () => Result): Result {
  return current.run(work, run);
}

/**
 * Runs code of the service that an extension calls: it, and whatever it begins, is no work of the extension. The returned promise is, so
 * that one that the extension forgets is attributed to it.
 */
export async function leaveExtension<Result>(run: () => Promise<Result>): Promise<Result> {
  return await current.run(undefined, run);
}

/** Returns the work of an extension to which the running code belongs; undefined for code of the service. */
export function extensionWork(): ExtensionWork | undefined {
  return current.getStore();
}
