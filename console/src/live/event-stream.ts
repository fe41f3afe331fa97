/** The event stream of the user, which all tabs of a browser share. */
import type { LiveEvent } from '@svc/client';
import { client } from '../api/client.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Events that arrived before the first page, whose answers may be older; undefined once it is there. */
let early: LiveEvent[] | undefined = [];

/**
 * Receives the changes that a user may see until `signal` aborts. Browsers open few connections to a host, so the tabs of a user share one: the
 * tab that holds the lock passes the events on. Without HTTPS there are no locks, and each tab has its own.
 */
export async function followChanges(userId: number, signal: AbortSignal): Promise<void> {
  const name = `records-events-${userId}`;
  const others = new BroadcastChannel(name);
  others.onmessage = ({ data }) => deliver(data as LiveEvent);
  const receive = async () => {
    for await (const event of client.events({ signal })) {
      deliver(event);
      others.postMessage(event);
    }
  };
  try {
    if (!('locks' in navigator)) return await receive();
    const isFirst = await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock) await receive();
      return lock !== null;
    });
    if (isFirst) return;
    await navigator.locks.request(name, { signal }, async () => {
      // Between two tabs that receive, events may be lost.
      deliver({ type: 'resync', id: '', reason: 'events_lost' });
      await receive();
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    others.close();
  }
}

function deliver(event: LiveEvent): void {
  early?.push(event);
  for (const listener of listeners) listener(event);
}

/** Calls `listener` with each event until the returned function is called. The first page also receives those that arrived before it. */
export function listen(listener: Listener): () => void {
  for (const event of early ?? []) listener(event);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Keeps no more events for the first page, because it listens now. */
export function dropEarlyEvents(): void {
  early = undefined;
}
