import type {} from './world.ts';

/** After the last suite. The world of a worker of its own has ended with it. */
export default async function endServers(): Promise<void> {
  await (await globalThis.worldInCommon)?.close();
  await globalThis.endSharedServers?.();
}
