import {
  allCommands,
  commandConsumer,
  deadLetterStream,
  eventConsumers,
  serviceOf,
  viewStream,
} from '@svc/contracts';
import { manyPending } from '@svc/service-kit';
import type { ConsumerFacts, Facts, JetStreamFacts } from './collect-facts.ts';
import { found, stateRule, type Rule } from './rule.ts';
import { inSize } from './in-words.ts';

/** Seconds without a delivery after which a consumer with waiting messages counts as stopped. */
const stoppedSeconds = 30;
/** The share of a stream's size limit from which on it is reported. */
const filling = 0.8;

export const busRules = {
  jetstream_unavailable: {
    severity: 'problem',
    find: ({ bus: { jetstream } }) =>
      found('NATS', typeof jetstream === 'string' && `JetStream does not answer: ${jetstream}`),
    todo: 'Enable JetStream in the configuration of nats-server, or restore its cluster. Until then, events wait in the outboxes.',
  },
  consumer_stopped: {
    severity: 'problem',
    find: (facts) =>
      consumersOf(facts)
        .filter(isStopped)
        .map(({ name, pending, idle }) => ({
          part: name,
          what: `the consumer ${name} has stopped: ${pending} messages wait, the last delivery was ${Math.round(idle)} s ago`,
        })),
    todo: 'Start the service that the consumer is named after; if it runs, restart it. The waiting messages are kept.',
  },
  consumer_behind: stateRule('consumer_behind', (facts) =>
    consumersOf(facts)
      .filter((consumer) => consumer.pending >= manyPending && !isStopped(consumer))
      .map(({ name: part, pending }) => ({
        part,
        what: `the consumer ${part} is behind by ${pending} messages`,
      })),
  ),
  consumer_retrying: {
    severity: 'warning',
    find: (facts) =>
      consumersOf(facts)
        .filter(({ redelivered }) => redelivered > 0)
        .map(({ name, redelivered }) => ({
          part: name,
          what: `${redelivered} messages of the consumer ${name} failed and are being retried`,
        })),
    todo: 'The log of the service has the reason. After the last attempt the messages become dead letters.',
  },
  consumer_missing: {
    severity: 'warning',
    find: (facts) => {
      const jetstream = jetStreamOf(facts);
      const known = new Set(jetstream?.consumers.map(({ name }) => name));
      return expectedConsumers.flatMap(({ durable: part, service }) =>
        found(part, jetstream && !known.has(part) && `${service} has not created its consumer ${part} yet`),
      );
    },
    todo: 'Start the service; search creates its consumers once Meilisearch answers.',
  },
  dead_letters: stateRule('dead_letters', (facts) =>
    (jetStreamOf(facts)?.streams ?? [])
      .filter(({ name, messages }) => name === deadLetterStream && messages > 0)
      .map(({ messages }) => ({
        part: 'NATS',
        what: `${messages} messages failed permanently and are dead letters (stream ${deadLetterStream})`,
      })),
  ),
  stream_filling: {
    severity: 'warning',
    find: (facts) =>
      (jetStreamOf(facts)?.streams ?? []).flatMap(({ name, bytes, max_bytes: max }) =>
        found(
          name,
          max !== undefined &&
            name !== viewStream &&
            bytes >= filling * max &&
            `the stream ${name} holds ${inSize(bytes)} of ${inSize(max)}; at the limit it drops the oldest messages`,
        ),
      ),
    todo: 'Raise its limit; `npm run admin -- bus streams` restores the settings of this version for all streams.',
  },
} satisfies Record<string, Rule>;

const expectedConsumers = [
  ...Object.values(eventConsumers),
  ...[...new Set(allCommands.map(serviceOf))].map(commandConsumer),
];

/** The state of JetStream; undefined when it does not answer. */
export function jetStreamOf({ bus: { jetstream } }: Facts): JetStreamFacts | undefined {
  return typeof jetstream === 'string' ? undefined : jetstream;
}

/** The consumers of the services and of extensions. Consumers of other programs on the same NATS are no findings, whatever their state. */
function consumersOf(facts: Facts): readonly ConsumerFacts[] {
  const own = new Set<string>(expectedConsumers.map(({ durable }) => durable));
  return (jetStreamOf(facts)?.consumers ?? []).filter(
    ({ name }) => own.has(name) || name.startsWith('extension-'),
  );
}

function isStopped({ pending, idle }: ConsumerFacts): boolean {
  return pending > 0 && idle > stoppedSeconds;
}
