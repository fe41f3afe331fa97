import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  instanceNames,
  instanceStatusSchema,
  replySubject,
  statusReply,
  statusSubject,
  type StatusRequest,
} from '@svc/contracts';
import { refusalOf, signMessage, verifyMessage } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import type { Connected } from '../services.ts';
import type { BadAnswer, Instance } from './facts.ts';

/** Milliseconds to collect answers, whose number is unknown. An instance may take two seconds to check its parts. */
const waitMs = 3_000;

/** Asks all instances of all services for their state. @throws AdminError when the permissions of NATS forbid it. */
export async function rollCall({ bus, keyring }: Pick<Connected, 'bus' | 'keyring'>) {
  const instances: Instance[] = [];
  const badAnswers: BadAnswer[] = [];
  const open: Promise<void>[] = [];
  const take = async (message: Parameters<typeof verifyMessage>[1]) => {
    const clock = Date.now();
    const name = message.subject.split('.')[3] ?? '';
    const sender = instanceNames.find((service) => service === name);
    try {
      await verifyMessage(keyring, message, sender);
      const status = instanceStatusSchema.parse(JSON.parse(message.string()));
      instances.push({ ...status, clock_ms: status.now - clock });
    } catch (error) {
      badAnswers.push({ service: name, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  const id = randomUUID();
  const refused = refusalOfStatus(bus);
  const subscription = bus.subscribe(replySubject('admin', '*', statusReply(id)), {
    callback: (error, message) => {
      if (!error) open.push(take(message));
    },
  });
  const request: StatusRequest = { id, at: Date.now() };
  const body = Buffer.from(JSON.stringify(request));
  const headers = await signMessage(keyring, { id, subject: statusSubject, body });
  bus.publish(statusSubject, body, { headers });
  await Promise.race([delay(waitMs), refused]);
  subscription.unsubscribe();
  await Promise.all(open);
  return { instances, badAnswers };
}

/** Rejects when the permissions of NATS refuse the question; resolves only when the connection ends. */
async function refusalOfStatus(bus: Connected['bus']): Promise<void> {
  for await (const status of bus.status())
    if (refusalOf(status)?.subject.startsWith('svc.'))
      throw new AdminError(
        'The permissions of NATS do not let the admin tool ask the services for their state: they are from another version. ' +
          'Create them again with `npm run -s admin -- bus permissions`.',
      );
}
