import type { WriteWatch } from '../../support/write-watch.ts';
import { isRefusal, type Violation } from './judge.ts';
import type { FuzzRequest } from './requests/request-arbitrary.ts';
import type { Outcome, Sender } from './send-request.ts';

/**
 * Permitted writes of refused requests: counters of limited actions and their entries in the audit log, sequences, whose unused ids stay gaps, and uploads, which reserve their
 * bytes until they are refused.
 */
const counted =
  /^(insert|update|delete) (svc_users\.(failed_logins|audit_\w+)|svc_records\.(value_checks|uploads)|svc_\w+\.sequences)$/;

interface Tools {
  readonly sender: Sender;
  readonly watch: WriteWatch;
  readonly concurrency: number;
}

/**
 * Finds refused requests that write. Sends all refused requests again, without accepted ones, so that every write is theirs, and bisects them
 * down to single requests. Requests that are accepted this time are dropped.
 */
export async function refusedWrites(outcomes: readonly Outcome[], tools: Tools): Promise<Violation[]> {
  await tools.watch.takeAll();
  return search(
    outcomes.filter(isRefusal).map(({ request }) => request),
    tools,
  );
}

async function search(requests: readonly FuzzRequest[], tools: Tools): Promise<Violation[]> {
  const { sender, watch, concurrency } = tools;
  const again = await sender.sendAll(requests, concurrency);
  const writes = (await watch.takeAll()).filter((write) => !counted.test(write));
  if (writes.length === 0) return [];
  const refused = again.filter(isRefusal).map(({ request }) => request);
  if (refused.length < requests.length) return search(refused, tools);
  const [only, second] = refused;
  if (only && !second)
    return [{ rule: 'refused and written', what: [...new Set(writes)].join(', '), request: only }];
  const middle = Math.ceil(refused.length / 2);
  return [
    ...(await search(refused.slice(0, middle), tools)),
    ...(await search(refused.slice(middle), tools)),
  ];
}
