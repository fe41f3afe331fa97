import { signal as createSignal } from '@preact/signals-core';
import { useLayoutEffect, useState } from 'preact/hooks';

/** Something that a page loads. The former value stays while the next one is on its way. */
export interface Loaded<T> {
  readonly value?: T;
  readonly error?: unknown;
  readonly isLoading: boolean;
  /** Loads it again. */
  reload(): void;
}

/** The number of things that the page is loading. */
export const pendingLoads = createSignal(0);

/** Loads a value when the page opens, and again when one of `dependencies` changes; a request that is overtaken is cancelled. */
export function useLoaded<T>(
  load: (signal: AbortSignal) => Promise<T>,
  dependencies: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({ isLoading: true });
  const [round, setRound] = useState(0);
  useLayoutEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setState((former) => ({ ...former, isLoading: true }));
    pendingLoads.value += 1;
    load(signal)
      .then(
        (value) => signal.aborted || setState({ value, isLoading: false }),
        (error: unknown) => signal.aborted || setState((former) => ({ ...former, error, isLoading: false })),
      )
      .finally(() => (pendingLoads.value -= 1));
    return () => controller.abort();
  }, [...dependencies, round]);
  return { ...state, reload: () => setRound((former) => former + 1) };
}
