import { signal } from '@preact/signals-core';
import { useEffect, useRef } from 'preact/hooks';

/** Whether the browser has a network. */
export const isOnline = signal(navigator.onLine);

addEventListener('online', () => (isOnline.value = true));
addEventListener('offline', () => (isOnline.value = false));

/** Does something each time the network is back. */
export function useOnline(act: () => void): void {
  const current = useRef(act);
  current.current = act;
  useEffect(() => {
    const run = () => current.current();
    addEventListener('online', run);
    return () => removeEventListener('online', run);
  }, []);
}
