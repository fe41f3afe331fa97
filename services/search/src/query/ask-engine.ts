import { MeiliSearchError } from 'meilisearch';
import CircuitBreaker from 'opossum';
import { traced, type breakerStates, type Call, type Span } from '@svc/service-kit';
import { classifyFailure } from '../engine/classify-failure.ts';

type Ask = () => Promise<unknown>;

/** Keeps searches from waiting for an engine that does not answer. */
export type EngineBreaker = CircuitBreaker<[Ask]>;

/** How long an engine that gives no answer is not asked, in milliseconds. */
export const resetMilliseconds = 3_000;

/** So many searches in a row without an answer are not the fault of one that is hard to answer. */
const maxFailures = 2;

/**
 * A breaker that opens after some searches in a row without an answer; after a while one search finds out for all. That the engine
 * refuses a search is an answer. `onState` is told what it is, at the start and whenever that changes.
 */
export function createEngineBreaker(onState: (state: keyof typeof breakerStates) => void): EngineBreaker {
  let failures = 0;
  const breaker: EngineBreaker = new CircuitBreaker((ask: Ask) => ask(), {
    timeout: false,
    resetTimeout: resetMilliseconds,
    // A share of failures, which opossum would count, says nothing where searches are few.
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

/** What the engine answers; undefined when it does not. */
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
    call.log.warn({ err: error }, 'the search engine does not answer; a search is without it');
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
