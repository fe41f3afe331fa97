/** Shorter than this, in milliseconds, is noise. */
const noise = 2;

/**
 * How many times longer `work` takes on four times the size, both measured here and now: about 4 for what is linear, 16 for
 * what is quadratic. A ratio of the processor's time, so that it says the same on a fast machine and on a busy one.
 */
export function growth(size: number, work: (size: number) => void): number {
  // The first run also pays for the compiler; of several tries, noise spoils some and never all.
  work(size);
  const ratios = [1, 2, 3].map(() => fastest(4 * size, work) / fastest(size, work));
  return Math.min(...ratios);
}

/** Whether `work` takes a while on four times the size, and longer than in proportion. Where once it does not, that is soon known. */
export function outgrows(size: number, work: (size: number) => void): boolean {
  const isLonger = () => {
    const long = timeOf(() => work(4 * size));
    return long > 10 * noise && long > 10 * timeOf(() => work(size));
  };
  return [1, 2, 3].every(isLonger);
}

function fastest(size: number, work: (size: number) => void): number {
  return Math.max(noise, Math.min(...[1, 2, 3].map(() => timeOf(() => work(size)))));
}

/** In milliseconds of the processor. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
