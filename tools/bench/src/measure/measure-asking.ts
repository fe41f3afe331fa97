import { Tally, type Length, type Measurement } from './measure.ts';

interface Asking {
  ask: () => Promise<unknown>;
  length: Length;
  concurrency: number;
}

/** Asks as fast as answers come; what is under way at the end is waited for. */
export async function measureAsking({ ask, length, concurrency }: Asking): Promise<Measurement> {
  const tally = new Tally();
  let begun = 0;
  const end = performance.now() + ('seconds' in length ? length.seconds * 1_000 : Infinity);
  const most = 'amount' in length ? length.amount : Infinity;
  const worker = async () => {
    while (performance.now() < end && begun < most) {
      begun += 1;
      const asked = performance.now();
      try {
        await ask();
        tally.answer('', performance.now() - asked);
      } catch (error) {
        tally.fail(error instanceof Error ? error.message : 'no answer');
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return tally.measurement();
}
