import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

/** Milliseconds before the deadline that are left for the answer. */
const reserve = 300;

/**
 * Returns the result of a transfer, or reports in time that it is not finished. It then continues: a request that was sent cannot be
 * withdrawn.
 * @throws ServiceError `transfer`
 */
export async function answerInTime(
  { deadline, log }: Pick<Call, 'deadline' | 'log'>,
  work: Promise<true>,
): Promise<true> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const message = 'The other site has not answered yet; ask again in a moment.';
  const timer = setTimeout(
    () => reject(new ServiceError('transfer', message)),
    Math.max(0, deadline.remaining - reserve),
  );
  late.catch(() => {
    work.catch((error: unknown) => log.info({ err: error }, 'a transfer waits to be asked for again'));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
