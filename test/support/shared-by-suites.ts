interface Shared {
  close(): Promise<void>;
}

declare global {
  /** Started things by their names, until the last of the suites that share them is over (`suite-runner.mjs`). */
  var sharedThings: Map<string, Promise<Shared>> | undefined;
}

/** Returns the one thing of this name, which the first suite starts. `suite-runner.mjs` closes it after the last one. */
export function sharedBySuites<Thing extends Shared>(
  name: string,
  start: () => Promise<Thing>,
): Promise<Thing> {
  const things = (globalThis.sharedThings ??= new Map());
  const known = things.get(name) as Promise<Thing> | undefined;
  const thing = known ?? start();
  things.set(name, thing);
  return thing;
}
