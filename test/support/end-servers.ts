import type {} from '@svc/testing';

/** Runs after the last suite. What worker processes have kept has ended with them; a run with one worker has none, and keeps it here. */
export default async function endServers(): Promise<void> {
  for (const stack of globalThis.idleStacks ?? []) await stack.stop();
  await globalThis.endSharedServers?.();
}
