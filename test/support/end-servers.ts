import type {} from './provide-servers.ts';

/** Runs after the last suite. */
export default async function endServers(): Promise<void> {
  await globalThis.endSharedServers?.();
}
