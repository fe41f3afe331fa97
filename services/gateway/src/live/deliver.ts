import { liveLimits, type InputOf, type OutputOf, type recordsVisibleChanges } from '@svc/contracts';
import { inBatches } from '@svc/service-kit';
import { leftView, type LiveEvent } from './live-event.ts';
import { toMessage, type LiveReader } from './live-reader.ts';

type Asked = InputOf<typeof recordsVisibleChanges>;
type Answer = OutputOf<typeof recordsVisibleChanges>;
type Change = Extract<LiveEvent, { kind: 'change' }>;

/** Asks records who may see which change. */
export type AskRecords = (input: Asked) => Promise<Answer>;

/** A change, and the readers to whom a text is sent about it. */
interface Delivery {
  readonly text: string;
  readonly readers: readonly LiveReader[];
}

/** Sends each reader the events that are new to them and that they may see, in the order of the events. */
export async function deliver(
  readers: readonly LiveReader[],
  events: readonly LiveEvent[],
  ask: AskRecords,
): Promise<void> {
  const changes = events.filter((event) => event.kind === 'change');
  const subscribers = readers.filter((reader) => changes.some((change) => reader.subscribesTo(change)));
  const deliveries = new Map<LiveEvent, Delivery[]>();
  for (const group of inBatches(subscribers, liveLimits.readers)) {
    const answer = await ask(toInput(group, changes));
    for (const { reader, code } of answer.refused) group[reader]?.end(code);
    for (const [at, change] of changes.entries()) {
      const made = toDeliveries(group, change, answer.changes[at]);
      deliveries.set(change, [...(deliveries.get(change) ?? []), ...made]);
    }
  }
  for (const event of events) {
    const sent = event.kind === 'notification' ? [toNotification(readers, event)] : deliveries.get(event);
    for (const { text, readers: to } of sent ?? [])
      for (const reader of to) if (event.seq > reader.position.seq) reader.send(text, event.seq);
  }
}

function toInput(readers: readonly LiveReader[], changes: readonly Change[]): Asked {
  const rights = new Numbered();
  const subscriptions = new Numbered();
  const numbered = readers.map((reader) => ({
    rights: rights.numberOf(reader.rights),
    user_id: reader.actor.userId,
    subscriptions: reader.subscriptions.map((each) => subscriptions.numberOf(JSON.stringify(each))),
  }));
  return {
    readers: numbered,
    rights: rights.values as Asked['rights'],
    subscriptions: subscriptions.values as Asked['subscriptions'],
    changes: changes.map(({ change }) => change),
  };
}

/** Different values as JSON, numbered in the order in which they came. */
class Numbered {
  readonly #numbers = new Map<string, number>();

  get values(): unknown[] {
    return [...this.#numbers.keys()].map((json) => JSON.parse(json) as unknown);
  }

  numberOf(json: string): number {
    const known = this.#numbers.get(json);
    if (known !== undefined) return known;
    this.#numbers.set(json, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}

function toDeliveries(
  group: readonly LiveReader[],
  { name, data }: Change,
  answer: Answer['changes'][number] | undefined,
): Delivery[] {
  const { seen = [], left = [], changed = [] } = answer ?? {};
  const among = (numbers: readonly number[]) => numbers.flatMap((number) => group[number] ?? []);
  return [
    ...(seen.length > 0 ? [{ text: toMessage(name, { ...data, changed }), readers: among(seen) }] : []),
    ...(left.length > 0
      ? [{ text: toMessage(leftView, { ...data, changed: [] }), readers: among(left) }]
      : []),
  ];
}

function toNotification(
  readers: readonly LiveReader[],
  { userId, data }: Extract<LiveEvent, { kind: 'notification' }>,
): Delivery {
  const text = toMessage('notification', { ...data, changed: [] });
  return { text, readers: readers.filter(({ actor }) => actor.userId === userId && userId > 0) };
}
