/** Changes of other people, as they happen (docs/guides/live.md). */
import { useEffect, useRef } from 'preact/hooks';
import type { LiveEvent } from '@svc/client';
import { listen } from './event-stream.ts';

/** Pages read again at most this often, and a moment after the first of several changes. */
const firstPauseMs = 200;
const pauseMs = 3_000;

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
    const stop = listen((event) => {
      if (event.type !== 'resync' && !current.current.isOfInterest(event)) return;
      isWaiting = true;
      schedule();
    });
    const onShown = () => {
      if (isWaiting) schedule();
    };
    document.addEventListener('visibilitychange', onShown);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', onShown);
      clearTimeout(timer);
    };
  }, []);
}
