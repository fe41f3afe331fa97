import { hostname } from 'node:os';
import type { JetStreamManager, Msg, NatsConnection } from 'nats';
import {
  programVersion,
  replySubject,
  statusAskers,
  statusReply,
  statusRequestMs,
  statusRequestSchema,
  statusSubject,
  type ConsumerStatus,
  type InstanceStatus,
  type ServiceStatus,
} from '@svc/contracts';
import { countDeadLetters } from '../ops/count-dead-letters.ts';
import type { Logger } from '../log/create-logger.ts';
import type { OpsServer } from '../ops/ops-server.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { signMessage, verifySender } from '../signing/sign-message.ts';
import { within } from '../time/within.ts';

/** The sources of the answer. */
interface StatusParts {
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  readonly ops: Pick<OpsServer, 'readiness'>;
  readonly manager: JetStreamManager;
  readonly metrics: Pick<
    ServiceMetrics,
    'consumerLags' | 'jobStatuses' | 'extensionFailures' | 'degradation'
  >;
  readonly log: Logger;
  readonly ofService: () => Promise<ServiceStatus>;
}

/** Distinguishes this process from others of the same service. */
export const instanceName = `${hostname()}-${process.pid}`;

/** How long a part may take, in milliseconds, before it is omitted: less than the admin tool waits. */
const partMs = 2_000;

/** Answers the request of the admin tool or a gateway to all processes for their status, even while the service is still starting. */
export function answerStatus(parts: StatusParts): void {
  const { bus, log } = parts;
  const common = { instance: instanceName, host: hostname(), pid: process.pid };
  const started_at = new Date(performance.timeOrigin).toISOString();
  const answer = async (message: Msg) => {
    const { keyring } = parts;
    const asker = await verifySender(keyring, message, statusAskers);
    const { id, at } = statusRequestSchema.parse(JSON.parse(message.string()));
    if (Math.abs(Date.now() - at) > statusRequestMs)
      throw new Error('the time of the status request differs too much from the clock of this process');
    const ofService = within(partMs, parts.ofService());
    const [{ parts: ready, warnings = {} }, degraded, jobs, consumers, own] = await Promise.all([
      parts.ops.readiness(),
      parts.metrics.degradation.current(),
      parts.metrics.jobStatuses(),
      within(partMs, consumersOf(parts)).catch(() => undefined),
      ofService.catch((error: unknown) => {
        log.warn({ err: error }, 'service status incomplete');
        return {};
      }),
    ]);
    const status: InstanceStatus = {
      ...own,
      ...common,
      service: keyring.identity as InstanceStatus['service'],
      version: programVersion,
      started_at,
      key: keyring.signing.id,
      parts: ready,
      warnings,
      degraded,
      jobs: [...jobs],
      ...(consumers && { consumers }),
      now: Date.now(),
      extension_failures: [...parts.metrics.extensionFailures.counted],
    };
    const subject = replySubject(asker, keyring.identity, statusReply(id));
    const body = Buffer.from(JSON.stringify(status));
    bus.publish(subject, body, { headers: await signMessage(keyring, { id, subject, body }) });
  };
  bus.subscribe(statusSubject, {
    callback: (error, message) => {
      if (error) return;
      answer(message).catch((err: unknown) => log.warn({ err }, 'status request not answered'));
    },
  });
}

/** The lags of the consumers of this process. All instances of a service report the same. */
async function consumersOf({
  manager,
  metrics,
}: Pick<StatusParts, 'manager' | 'metrics'>): Promise<ConsumerStatus[]> {
  const lags = await metrics.consumerLags();
  const deadLetters = await countDeadLetters(manager, lags.keys());
  return [...lags].map(([name, lag]) => ({ name, ...lag, dead_letters: deadLetters.get(name) ?? 0 }));
}
