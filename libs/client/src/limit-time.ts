/** A signal that aborts after a time or with another signal. */
export interface TimeLimit {
  readonly signal: AbortSignal;
  /** Whether the time is over. */
  isOver(): boolean;
  /** Forgets the timer and the other signal. */
  end(): void;
}

/** Limits the time of a request; 0 is no limit. React Native and older browsers have neither `AbortSignal.timeout` nor `AbortSignal.any`. */
export function limitTime(timeoutMs: number, signal?: AbortSignal): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const abort = () => controller.abort(reasonOf(signal));
  const expire = () => {
    isOver = true;
    controller.abort();
  };
  const timer = timeoutMs > 0 ? setTimeout(expire, timeoutMs) : undefined;
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

/** Resolves after some milliseconds. @throws the reason of `signal` as soon as it aborts. */
export function wait(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

/** The reason of a signal that has aborted, which React Native does not keep. */
export function reasonOf(signal: AbortSignal | undefined): Error {
  return (signal?.reason as Error | undefined) ?? new DOMException('The request was aborted.', 'AbortError');
}
