import type {} from './world.ts';

/** Runs after the last suite. The worlds of worker processes have ended with them. */
export default async function endServers(): Promise<void> {
  await (await globalThis.worldInCommon)?.close();
  await globalThis.endSharedServers?.();
}
