import { expect, test } from '@jest/globals';
import { createClient } from './create-client.ts';
import { isServiceError } from './errors.ts';

interface Connection {
  readonly url: URL;
  readonly signal: AbortSignal;
  /** Sends a part of the stream. */
  send(text: string): void;
  end(): void;
}

type Reply = (connection: Connection) => Response | undefined;

/** A client of a service whose event streams the replies open in turn. */
function clientOf(...replies: readonly Reply[]) {
  const connections: Connection[] = [];
  const fetch = async (address: string, { signal }: RequestInit): Promise<Response> => {
    const pipe = new TransformStream<Uint8Array, Uint8Array>();
    const writer = pipe.writable.getWriter();
    // A reader that has gone is no failure of the test.
    writer.closed.catch(() => undefined);
    const connection: Connection = {
      url: new URL(address),
      signal: signal as AbortSignal,
      send: (text) => void writer.write(new TextEncoder().encode(text)).catch(() => undefined),
      end: () => void writer.close().catch(() => undefined),
    };
    const reply = replies[connections.push(connection) - 1];
    if (!reply) throw new Error('There is an unexpected connection.');
    return reply(connection) ?? new Response(pipe.readable);
  };
  const client = createClient({ url: 'http://test', auth: { token: 'T' }, fetch, retries: 0 });
  return { client, connections };
}

const update = (id: number) =>
  `id: s-${id}\nevent: record.updated\ndata: {"record_id":${id},"version":${id}}\n\n`;

test('yields events with their type and position, whatever the parts in which they arrive', async () => {
  const { client, connections } = clientOf(({ send }) => {
    for (const part of [
      'retry: 1000\nid: s-1\n: connected\n\nid: s-2\r\nevent: rec',
      'ord.updated\r\ndata: {"record_id":2}\r\n\r',
      `\n${update(3)}`,
    ])
      send(part);
    return undefined;
  });
  const events = client.contacts.events({ id: 3, where: { tags: ['x'], $or: [{ name: 'a' }] } });
  expect((await events.next()).value).toEqual({ id: 's-2', type: 'record.updated', record_id: 2 });
  expect((await events.next()).value).toMatchObject({ id: 's-3', record_id: 3 });
  expect(Object.fromEntries(connections[0]?.url.searchParams ?? [])).toEqual({
    'post_type[]': 'contacts',
    id: '3',
    'fields[tags][]': 'x',
    'fields[0][0][name]': 'a',
  });
  await events.return();
  expect(connections[0]?.signal.aborted).toBe(true);
});

test('connects again after the last event when the stream ends or breaks', async () => {
  const { client, connections } = clientOf(
    ({ send, end }) => {
      send(update(1));
      end();
      return undefined;
    },
    ({ send }) => {
      send('id: s-9\n: heartbeat\n\nevent: end\ndata: {"reason":"shutdown"}\n\n');
      return undefined;
    },
    ({ send }) => {
      send(update(10));
      return undefined;
    },
  );
  const events = client.events({ postTypes: ['contacts', 'groups'], lastEventId: 's-0' });
  expect([(await events.next()).value, (await events.next()).value]).toMatchObject([
    { id: 's-1' },
    { id: 's-10' },
  ]);
  expect(connections.map(({ url }) => url.searchParams.get('last_event_id'))).toEqual(['s-0', 's-1', 's-9']);
  expect(connections[0]?.url.searchParams.getAll('post_type[]')).toEqual(['contacts', 'groups']);
  await events.return();
});

test('ends with the error of a service that refuses the events', async () => {
  const { client } = clientOf(() =>
    Response.json({ code: 'fields_to_sql', message: 'No.', data: {} }, { status: 400 }),
  );
  const error: unknown = await client.contacts
    .events()
    .next()
    .catch((reason: unknown) => reason);
  expect(isServiceError(error, 'fields_to_sql')).toBe(true);
});

test('ends with the reason of the signal', async () => {
  const controller = new AbortController();
  const reason = new Error('The user left the page.');
  const { client, connections } = clientOf(({ send }) => {
    send(update(1));
    return undefined;
  });
  const events = client.contacts.events({ signal: controller.signal });
  await events.next();
  const next = events.next();
  controller.abort(reason);
  connections[0]?.end();
  await expect(next).rejects.toBe(reason);
});
