import { beforeAll, expect, test } from '@jest/globals';
import { sized, until } from '@svc/testing';
import { EventReader, type StreamMessage } from '../support/event-reader.ts';
import { api, make, type Api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const contacts = 'svc-posts/v2/contacts';
const kills = sized(2, 3);
/** The number of acknowledged writes before and after each kill. */
const writesBetween = 15;

let world: World;
let mona: TestUser;
let http: Api;

beforeAll(async () => {
  // The first gateway serves the reader, the second one the writer.
  world = await worldInCommon('inEarnest');
  mona = await world.createUser({ role: 'multiplier' });
  http = api({ gatewayUrl: world.gatewayUrls[1] ?? '' }, mona.token);
});

/** A client who connects again with the last id whenever the stream has ended, as `EventSource` does. */
class PatientReader {
  /** The streams that it has opened. */
  readonly streams: EventReader[] = [];
  #isClosed = false;
  readonly #following = this.#follow();

  get messages(): StreamMessage[] {
    return this.streams.flatMap(({ messages }) => messages);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#following;
  }

  async #follow(): Promise<void> {
    while (!this.#isClosed) {
      const stream = await until(() => this.#connect());
      this.streams.push(stream);
      await until(() => expect(stream.isEnded || this.#isClosed).toBe(true), Infinity);
      stream.close();
    }
  }

  #connect(): Promise<EventReader> {
    const lastId = this.streams.at(-1)?.lastId;
    const headers: Record<string, string> = lastId === undefined ? {} : { 'last-event-id': lastId };
    return EventReader.open(world, { token: mona.token, query: { post_type: 'contacts' }, headers });
  }
}

/** Changes a contact until so many writes are acknowledged; those without a good answer are not repeated. */
async function write(id: number): Promise<void> {
  let acknowledged = 0;
  await until(async () => {
    const answer = await http.post(`${contacts}/${id}`, { json: { nickname: `N ${Math.random()}` } });
    if (answer.status === 200) acknowledged += 1;
    expect(acknowledged).toBeGreaterThanOrEqual(writesBetween);
  });
}

async function killGateway(): Promise<void> {
  const [gateway] = world.services.filter(({ service }) => service === 'gateway');
  await gateway?.kill('SIGKILL');
}

async function killNats(): Promise<void> {
  const nats = world.stack.servers.find(({ name }) => name === 'nats');
  if (nats?.pid !== undefined) process.kill(nats.pid, 'SIGKILL');
}

test.each([
  ['the gateway', killGateway],
  ['NATS', killNats],
])('a reader misses no change and gets none twice when %s is killed', async (_name, kill) => {
  const reader = new PatientReader();
  await until(() => expect(reader.streams).toHaveLength(1));
  const id = await make(http, contacts, { name: 'Followed' });
  for (let count = 0; count < kills; count += 1) {
    const working = write(id);
    await kill();
    await working;
    await write(id);
  }
  const last = await until(async () => {
    const { headers } = await http.get(`${contacts}/${id}`);
    return Number(/^(?:W\/)?"(\d+)\./.exec(headers.get('etag') ?? '')?.[1]);
  });
  const versions = () =>
    reader.messages
      .filter(({ event, data }) => event.startsWith('record.') && data['record_id'] === id)
      .map(({ data }) => data['version']);
  await until(() => expect(versions().at(-1)).toBe(last));
  await reader.close();
  expect(versions()).toEqual(Array.from({ length: last }, (_unused, index) => index + 1));
  expect(reader.messages.filter(({ event }) => event === 'resync')).toEqual([]);
});
