import type { JsMsg, NatsConnection } from 'nats';
import { z } from 'zod';
import {
  allConsumers,
  deadLetterLimits,
  deadLetterOperations,
  deadLetterSubject,
  entitiesWithPostType,
  extensionConsumer,
  extensionHost,
  type DeadLetter,
  type ReplayResult,
  type ServiceName,
  type Translate,
} from '@svc/contracts';
import type { TranslatorFor } from '@svc/language';
import { defineHandler, type Call, type Handler } from '../bus/call.ts';
import type { AuditedAction } from '../commands/audit-command.ts';
import { originOf, replayedMessage, writeDeadLetter } from '../events/dead-letter.ts';
import type { StreamConsumer } from '../events/stream-consumer.ts';
import { requireOperator } from '../lifecycle/require-operator.ts';
import { messageOf } from '../text/message-of.ts';
import { lossOf } from './losses.ts';
import { consumersWithDeadLetters, deleteDeadLetter, readDeadLetters } from './stored-dead-letters.ts';

interface DeadLetterDeps {
  readonly service: ServiceName;
  readonly bus: NatsConnection;
  /** The consumers of this process, also those that start later. */
  readonly consumers: () => readonly StreamConsumer[];
  /** Writes an entry of the audit log, before the action. */
  readonly note: (call: Call, action: AuditedAction) => Promise<void>;
  readonly translatorFor: TranslatorFor;
}

/** The handlers of the operations about the dead letters of a service (docs/adr/0043-dead-letters.md). */
export function deadLetterHandlers(deps: DeadLetterDeps): Handler<unknown>[] {
  const { list, replay, drop } = deadLetterOperations[deps.service];
  return [
    defineHandler(list, async ({ actor, input }) => {
      requireOperator(actor);
      return pageOf(deps, input, deps.translatorFor(actor.locale));
    }),
    defineHandler(replay, async (call) => {
      requireOperator(call.actor);
      const { consumer, ids } = call.input;
      const letters = await chosenLetters(deps, call.input);
      await note(deps, call, 'dead_letters.replayed', letters);
      const results: ReplayResult[] = [];
      for (const id of new Set(ids)) {
        call.deadline.check();
        const letter = letters.get(id);
        results.push({ id, ...(letter ? await replayed(deps, consumer, letter) : { outcome: 'unknown' }) });
      }
      return { results };
    }),
    defineHandler(drop, async (call) => {
      requireOperator(call.actor);
      const letters = await chosenLetters(deps, call.input);
      await note(deps, call, 'dead_letters.dropped', letters);
      for (const id of letters.keys()) await deleteDeadLetter(deps.bus, id);
      return { dropped: [...letters.keys()] };
    }),
  ];
}

interface PageInput {
  readonly consumer?: string | undefined;
  readonly cursor?: string | undefined;
}

async function pageOf(
  { service, bus }: DeadLetterDeps,
  { consumer, cursor }: PageInput,
  translate: Translate,
) {
  const all = (await consumersWithDeadLetters(bus)).filter((name) => isOf(service, name));
  const named = all.filter((name) => consumer === undefined || name === consumer);
  const from = (Number(cursor) || 0) + 1;
  const { page } = deadLetterLimits;
  const found = await Promise.all(named.map((name) => readDeadLetters(bus, name, { from, limit: page + 1 })));
  const letters = found.flat().sort((one, other) => one.seq - other.seq);
  const shown = letters.slice(0, page);
  return {
    dead_letters: shown.map((letter) => viewOf(letter, translate)),
    cursor: letters.length > page ? String(shown.at(-1)?.seq) : null,
  };
}

/** Whether a service has a consumer, or had it, if it is one of an extension that was removed. */
function isOf(service: ServiceName, consumer: string): boolean {
  const owner = allConsumers.find(({ durable }) => durable === consumer)?.service;
  return (owner ?? (consumer.startsWith(extensionConsumer('')) ? extensionHost : undefined)) === service;
}

async function chosenLetters(
  { service, bus }: DeadLetterDeps,
  { consumer, ids }: { readonly consumer: string; readonly ids: readonly number[] },
): Promise<Map<number, JsMsg>> {
  const letters = new Map<number, JsMsg>();
  if (!isOf(service, consumer)) return letters;
  for (const from of [...new Set(ids)].sort((one, other) => one - other)) {
    const [letter] = await readDeadLetters(bus, consumer, { from, limit: 1 });
    if (letter?.seq === from) letters.set(from, letter);
  }
  return letters;
}

/** Notes the letters without values: the log has to say which changes a consumer has missed after they were dropped. */
async function note(
  { note: write }: DeadLetterDeps,
  call: Call<{ readonly consumer: string }>,
  action: string,
  letters: ReadonlyMap<number, JsMsg>,
): Promise<void> {
  if (letters.size === 0) return;
  const after = [...letters.values()].map((letter) => ({ id: letter.seq, ...subjectOf(letter) }));
  await write(call, { action, subject: `dead-letters/${call.input.consumer}`, after });
}

async function replayed(
  { bus, consumers }: DeadLetterDeps,
  durable: string,
  letter: JsMsg,
): Promise<Omit<ReplayResult, 'id'>> {
  const consumer = consumers().find((each) => each.durable === durable);
  if (!consumer) return { outcome: 'not_running' };
  const { streams } = await bus.jetstreamManager({ checkAPI: false });
  const { state } = await streams.info(consumer.stream);
  const message = replayedMessage(letter, state.last_seq + 1);
  try {
    await consumer.replay(message);
  } catch (error) {
    const attempts = (originOf(letter).attempts ?? 0) + 1;
    const newId = await writeDeadLetter(bus, durable, {
      message,
      error,
      attempts,
      key: `${letter.seq}/again`,
    });
    await deleteDeadLetter(bus, letter.seq);
    return { outcome: 'failed', reason: messageOf(error), new_id: newId };
  }
  await deleteDeadLetter(bus, letter.seq);
  return { outcome: 'handled' };
}

function viewOf(letter: JsMsg, translate: Translate): DeadLetter {
  const consumer = letter.subject.slice(deadLetterSubject('').length);
  const { reason, attempts = null } = originOf(letter);
  return {
    id: letter.seq,
    consumer,
    ...subjectOf(letter),
    reason,
    attempts,
    failed_at: new Date(letter.info.timestampNanos / 1e6).toISOString(),
    loss: translate(lossOf(consumer)),
  };
}

const namedSchema = z.object({
  type: z.string().max(200),
  subject: z.string().max(400),
});

/** The type of a message and its record, without anything else from its body. */
function subjectOf(letter: JsMsg): Pick<DeadLetter, 'type' | 'post_type' | 'record_id'> {
  const event = eventIn(letter);
  const isOfRecord = entitiesWithPostType.has(event?.type.split('.')[1] ?? '');
  const [, postType, id] = (isOfRecord && /^([\w-]+)\/(\d{1,15})(?:\/|$)/.exec(event?.subject ?? '')) || [];
  return {
    type: event?.type ?? originOf(letter).subject,
    post_type: postType ?? null,
    record_id: id === undefined ? null : Number(id),
  };
}

function eventIn(letter: JsMsg): z.infer<typeof namedSchema> | undefined {
  try {
    return namedSchema.safeParse(letter.json()).data;
  } catch {
    return undefined;
  }
}
