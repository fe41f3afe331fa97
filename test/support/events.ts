import type { Msg } from 'nats';
import { eventSchemas } from '@svc/contracts';
import { until } from '@svc/service-kit/testing';
import { api } from './http.ts';
import type { TestUser, World } from './world.ts';

/** An event as it went over the bus. */
export interface SeenEvent {
  /** `svc.record.updated`, … */
  type: string;
  /** What changed: `contacts/12`, … */
  subject: string;
  id: string;
  data: Record<string, unknown>;
}

/**
 * Sees every event, and knows when it has seen all of them: each service publishes in the order of its commits, so once a
 * later change of our own has come by, nothing earlier is still on its way. That is how a test can tell that there was
 * no event without waiting for one.
 */
export class EventWatch {
  readonly #world: World;
  readonly #marker: TestUser;
  readonly #group: number;
  readonly #seen: SeenEvent[] = [];
  #problem: Error | undefined;
  #marks = 0;

  private constructor(world: World, marker: TestUser, group: number) {
    this.#world = world;
    this.#marker = marker;
    this.#group = group;
  }

  static async open(world: World): Promise<EventWatch> {
    const marker = await world.createUser({ role: 'administrator' });
    const { body, text } = await api(world, marker.token).post('svc-posts/v2/groups', {
      json: { name: 'Marks' },
    });
    if (typeof body['ID'] !== 'number') throw new Error(`there can be no marks: ${text}`);
    const watch = new EventWatch(world, marker, body['ID']);
    world.bus.subscribe('svc.events.>', {
      callback: (_error, message) => watch.#take(message),
    });
    await world.bus.flush();
    await watch.take();
    return watch;
  }

  /** All events since the last time, in the order in which they came. */
  async take(): Promise<SeenEvent[]> {
    const mark = `mark ${(this.#marks += 1)}`;
    const { token } = this.#marker;
    const send = async (path: string, json: object) => {
      const { status, text } = await api(this.#world, token).post(path, { json });
      if (status !== 200) throw new Error(`a mark can not be set: ${path} answered ${status} ${text}`);
    };
    await Promise.all([
      send(`svc-posts/v2/groups/${this.#group}`, { name: mark }),
      send(`svc-posts/v2/groups/${this.#group}/comments`, { comment: mark }),
      send('svc/v1/user/update', { gender: mark }),
    ]);
    await until(() => {
      const missing = 3 - this.#seen.filter((event) => this.#isMark(event)).length;
      if (missing > 0) throw new Error(`${missing} of 3 marks have not come by`);
    });
    if (this.#problem) throw this.#problem;
    return this.#seen.splice(0).filter((event) => !this.#isMark(event));
  }

  #take(message: Msg): void {
    try {
      this.#seen.push(parse(message.json()));
    } catch (error) {
      this.#problem ??= new Error(`an event is not of the promised shape: ${message.string()}`, {
        cause: error,
      });
    }
  }

  #isMark({ subject, data }: SeenEvent): boolean {
    const comment = data['comment'] as { record_id?: number } | undefined;
    return (
      [`groups/${this.#group}`, `users/${this.#marker.id}`].includes(subject) ||
      comment?.record_id === this.#group
    );
  }
}

/** Also checks it: what is published has to have the shape that is promised to consumers. */
function parse(body: SeenEvent): SeenEvent {
  const entity = body.type.split('.')[1] as keyof typeof eventSchemas;
  return eventSchemas[entity].parse(body);
}
