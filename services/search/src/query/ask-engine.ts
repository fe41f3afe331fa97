import { MeiliSearchError } from 'meilisearch';
import type { Call } from '@svc/service-kit';
import { EngineResting, type EngineCircuit } from './engine-circuit.ts';

interface Asking {
  readonly call: Pick<Call, 'log'>;
  readonly deps: { readonly circuit: EngineCircuit };
  /** Milliseconds. */
  readonly patience: number;
}

/** What the engine answers; undefined when it does not. */
export async function askEngine<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  { call, deps: { circuit }, patience }: Asking,
): Promise<Answer | undefined> {
  try {
    return await circuit.through(() => ask(AbortSignal.timeout(patience)));
  } catch (error) {
    if (error instanceof EngineResting) return undefined;
    if (!(error instanceof MeiliSearchError)) throw error;
    call.log.warn({ err: error }, 'the search engine does not answer; a search is without it');
    return undefined;
  }
}
