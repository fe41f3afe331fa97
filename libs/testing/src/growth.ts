/** The processor's clock counts in ticks of up to 4 ms: less than this, in milliseconds, it does not tell. */
const shortest = 20;
const tooLong = 10;

/**
 * How many times longer `work` takes on four times the size, both measured here and now: about 4 for what is linear, 16 for
 * what is quadratic, 1 for what takes next to nothing. A ratio of the processor's time, so that it says the same on a fast
 * machine and on a busy one.
 */
export function growth(size: number, work: (size: number) => void): number {
  // The first run also pays for the compiler.
  work(size);
  let least = Infinity;
  // Noise spoils some of several tries, and never all.
  for (let tries = 0; tries < 3 && least >= tooLong; tries += 1) {
    const isShort = timeOf(1, () => work(4 * size)) < shortest;
    least = Math.min(least, isShort ? 1 : timeEach(() => work(4 * size)) / timeEach(() => work(size)));
  }
  return least;
}

/** In milliseconds of the processor, of as many runs as its clock can tell. */
function timeEach(work: () => void): number {
  for (let runs = 1; ; runs *= 2) {
    const time = timeOf(runs, work);
    if (time >= shortest) return time / runs;
  }
}

function timeOf(runs: number, work: () => void): number {
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
