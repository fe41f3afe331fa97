import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Msg, NatsConnection } from 'nats';
import {
  instanceNames,
  instanceStatusSchema,
  replySubject,
  statusReply,
  statusSubject,
  type InstanceStatus,
  type StatusRequest,
} from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';
import type { Keyring } from '../signing/keyring.ts';
import { signMessage, verifyMessage } from '../signing/sign-message.ts';
import { clockSkew } from '../time/clock-skew.ts';

/** A process of a service. `clock_ms`: milliseconds by which its clock is ahead of the asking one. */
export type Instance = InstanceStatus & { readonly clock_ms: number };

export interface StatusAnswers {
  readonly instances: readonly Instance[];
  /** Answers in the name of a service whose signature or content is not valid. */
  readonly badAnswers: readonly { readonly service: string; readonly reason: string }[];
}

interface Asking {
  readonly bus: NatsConnection;
  readonly keyring: Keyring;
  /** Milliseconds to collect answers, whose number is unknown. An instance may take two seconds to check its parts. */
  readonly waitMs: number;
  /** Rejects when the request is refused. */
  readonly refused?: Promise<void>;
}

/** Asks all instances of all services for their status. */
export async function askStatus({ bus, keyring, waitMs, refused }: Asking): Promise<StatusAnswers> {
  const instances: Instance[] = [];
  const badAnswers: { service: string; reason: string }[] = [];
  const open: Promise<void>[] = [];
  const sentAt = Date.now();
  const take = async (message: Msg) => {
    const receivedAt = Date.now();
    const name = message.subject.split('.')[3] ?? '';
    const sender = instanceNames.find((service) => service === name);
    try {
      await verifyMessage(keyring, message, sender);
      const status = instanceStatusSchema.parse(JSON.parse(message.string()));
      instances.push({ ...status, clock_ms: clockSkew(status.now, { sentAt, receivedAt }) });
    } catch (error) {
      badAnswers.push({ service: name, reason: messageOf(error) });
    }
  };
  const id = randomUUID();
  const subscription = bus.subscribe(replySubject(keyring.identity, '*', statusReply(id)), {
    callback: (error, message) => {
      if (!error) open.push(take(message));
    },
  });
  const request: StatusRequest = { id, at: sentAt };
  const body = Buffer.from(JSON.stringify(request));
  const headers = await signMessage(keyring, { id, subject: statusSubject, body });
  bus.publish(statusSubject, body, { headers });
  try {
    await Promise.race([delay(waitMs), ...(refused ? [refused] : [])]);
  } finally {
    subscription.unsubscribe();
  }
  await Promise.all(open);
  return { instances, badAnswers };
}
