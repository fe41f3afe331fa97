/** Changes of other people, as they happen (docs/guides/live.md). */
import { useEffect, useRef } from 'preact/hooks';
import type { LiveEvent } from '@svc/client';
import { client } from '../api/client.ts';

type Listener = (event: LiveEvent) => void;

const listeners = new Set<Listener>();

/** Pages read again at most this often, and a moment after the first of several changes. */
const firstPauseMs = 200;
const pauseMs = 3_000;

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
  for (const listener of listeners) listener(event);
}

/** Whether an event is about a record of a type. */
export function isOfType(event: LiveEvent, postType: string): boolean {
  return event.type.startsWith('record.') && 'post_type' in event && event.post_type === postType;
}

/** Calls `act` after changes of interest. Several at a time are one, and a hidden page waits until it is shown. */
export function useChanges(isOfInterest: (event: LiveEvent) => boolean, act: () => void): void {
  const current = useRef({ isOfInterest, act });
  current.current = { isOfInterest, act };
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isWaiting = false;
    let lastMs = 0;
    const run = () => {
      timer = undefined;
      if (document.hidden) return;
      isWaiting = false;
      lastMs = Date.now();
      current.current.act();
    };
    const schedule = () => {
      timer ??= setTimeout(run, Math.max(firstPauseMs, lastMs + pauseMs - Date.now()));
    };
    const listener: Listener = (event) => {
      if (event.type !== 'resync' && !current.current.isOfInterest(event)) return;
      isWaiting = true;
      schedule();
    };
    const onShown = () => {
      if (isWaiting) schedule();
    };
    listeners.add(listener);
    document.addEventListener('visibilitychange', onShown);
    return () => {
      listeners.delete(listener);
      document.removeEventListener('visibilitychange', onShown);
      clearTimeout(timer);
    };
  }, []);
}
