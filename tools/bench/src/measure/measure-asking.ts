import type { Measurement } from './measure.ts';

interface Asking {
  ask: () => Promise<unknown>;
  seconds: number;
  concurrency: number;
}

/** Asks as fast as answers come, for some seconds; what is under way then is waited for. */
export async function measureAsking({ ask, seconds, concurrency }: Asking): Promise<Measurement> {
  const latencies: number[] = [];
  const failures: Record<string, number> = {};
  const started = performance.now();
  const end = started + seconds * 1_000;
  const worker = async () => {
    while (performance.now() < end) {
      const asked = performance.now();
      try {
        await ask();
        latencies.push(performance.now() - asked);
      } catch (error) {
        const what = error instanceof Error ? error.message : 'no answer';
        failures[what] = (failures[what] ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const perSecond = latencies.length / ((performance.now() - started) / 1_000);
  return { perSecond, latencies: Float64Array.from(latencies).sort(), failures };
}
