/**
 * Resolves like a promise, or rejects when that takes longer than this many milliseconds, with the error of `late`. The work behind the
 * promise continues.
 */
export async function within<Result>(
  milliseconds: number,
  work: Promise<Result>,
  late: () => Error = () => new Error('no answer in time'),
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
