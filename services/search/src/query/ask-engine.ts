import { MeiliSearchError } from 'meilisearch';
import CircuitBreaker from 'opossum';
import { traced, type breakerStates, type Call, type Span } from '@svc/service-kit';
import { classifyFailure } from '../engine/classify-failure.ts';

type Ask = () => Promise<unknown>;

/** A breaker that keeps searches from waiting for an unavailable engine. */
export type EngineBreaker = CircuitBreaker<[Ask]>;

/** Milliseconds for which an unavailable engine gets no requests. */
export const resetMilliseconds = 3_000;

/** Failures in a row after which the breaker opens: a single slow search does not count. */
const maxFailures = 2;

/**
 * A breaker that opens after some searches in a row without an answer; after a while a single search probes the engine.
 * A refused search counts as an answer. `onState` is called with the state at the start and at each change.
 */
export function createEngineBreaker(onState: (state: keyof typeof breakerStates) => void): EngineBreaker {
  let failures = 0;
  const breaker: EngineBreaker = new CircuitBreaker((ask: Ask) => ask(), {
    timeout: false,
    resetTimeout: resetMilliseconds,
    // Disables opossum's error rate, which says little when searches are few.
    volumeThreshold: Number.MAX_SAFE_INTEGER,
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    errorFilter: (error) => classifyFailure(error) !== 'engine',
  });
  onState('closed');
  breaker.on('open', () => onState('open'));
  breaker.on('halfOpen', () => onState('halfOpen'));
  breaker.on('close', () => onState('closed'));
  breaker.on('success', () => (failures = 0));
  breaker.on('failure', () => {
    failures += 1;
    if (failures >= maxFailures) breaker.open();
  });
  return breaker;
}

interface Asking {
  readonly call: Pick<Call, 'log'>;
  readonly deps: { readonly breaker: EngineBreaker };
  /** Milliseconds. */
  readonly timeoutMs: number;
}

/** The engine's answer; undefined when there is none. */
export async function askEngine<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { call, deps: { breaker }, timeoutMs }: Asking,
): Promise<Answer | undefined> {
  try {
    const asking = () => traced(engineSpan, () => ask(AbortSignal.timeout(timeoutMs)));
    return (await breaker.fire(asking)) as Answer;
  } catch (error) {
    if (CircuitBreaker.isOurError(error as Error)) return undefined;
    if (!(error instanceof MeiliSearchError)) throw error;
    call.log.warn({ err: error }, 'searched without the search engine: it did not answer');
    return undefined;
  }
}

function engineSpan(): Span {
  return {
    name: 'search meilisearch',
    kind: 'client',
    traceparent: undefined,
    attributes: { 'db.system.name': 'meilisearch', 'db.operation.name': 'search' },
  };
}
