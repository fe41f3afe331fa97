import type { JetStreamManager } from 'nats';
import { deadLetterStream, deadLetterSubject } from '@svc/contracts';

/** Returns how many messages each of these consumers could not handle at their last delivery. */
export async function countDeadLetters(
  manager: JetStreamManager,
  consumers: Iterable<string>,
): Promise<Map<string, number>> {
  const filter = { subjects_filter: deadLetterSubject('>') };
  const { state } = await manager.streams.info(deadLetterStream, filter);
  return new Map(
    [...consumers].map((consumer) => [consumer, state.subjects?.[deadLetterSubject(consumer)] ?? 0]),
  );
}
