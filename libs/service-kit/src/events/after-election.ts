import { setTimeout as delay } from 'node:timers/promises';
import { ErrorCode } from 'nats';

/** How long servers may take to choose a leader before a request to JetStream fails, in milliseconds. */
const electionTimeoutMs = 30_000;

/**
 * Repeats a request to JetStream while the cluster has no leader. For some seconds after a server has died, or after a stream got more
 * replicas, requests get no answer or an error with this reason. The request must be idempotent.
 */
export async function afterElection<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const end = Date.now() + electionTimeoutMs;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!isWithoutLeader(error) || Date.now() >= end) throw error;
      await delay(100);
    }
  }
}

function isWithoutLeader(error: unknown): boolean {
  return (error as { code?: string }).code === ErrorCode.Timeout || apiErrorCode(error) === 10008;
}

/** Returns JetStream's code of an error, which is more exact than its status; undefined for an error of another origin. */
export function apiErrorCode(error: unknown): number | undefined {
  return (error as { api_error?: { err_code?: number } }).api_error?.err_code;
}
