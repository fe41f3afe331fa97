import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { listening, until } from '@svc/testing';
import { api, make, type Api } from '../../../../test/support/http.ts';
import { worldInCommon, type TestUser, type World } from '../../../../test/support/world.ts';
import { run } from '../testing/run.ts';

interface Sent {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let world: World;
let mona: TestUser;
let asMona: Api;
let receiver: Server;
let url: string;
const received: Sent[] = [];

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(204).end();
    });
  });
  url = `http://127.0.0.1:${await listening(receiver)}/hook`;
  world = await worldInCommon('configured');
  mona = await world.createUser({ role: 'multiplier' });
  asMona = api(world, mona.token);
});

afterAll(() => void receiver?.close());

test('webhooks are created, listed, tried, paused, given another secret and deleted', async () => {
  const admin = async (line: string) => {
    const { stdout, stderr } = await run(line.split(' '), { DATA_DIR: world.dataDir });
    return stdout || stderr;
  };
  const text = await admin(
    `webhook create --url ${url} --event record.created comment.created --as-user ${mona.id} --type contacts`,
  );
  const [, id, secret = ''] = /^Created webhook (\d+) to .*: (whsec_\S+)\n$/.exec(text) ?? [];
  const [listed] = JSON.parse(await admin('webhook list --json')) as [object];
  expect(listed).toMatchObject({
    id: Number(id),
    as_user: mona.id,
    owner: mona.id,
    post_types: ['contacts'],
    state: 'active',
  });
  expect(listed).not.toHaveProperty('secret');
  await make(asMona, 'svc-posts/v2/contacts', { name: 'Seen by the admin tool' });
  await until(() => expect(received).toHaveLength(1));
  const [sent] = received as [Sent];
  expect(new Webhook(secret).verify(sent.body, sent.headers)).toMatchObject({ type: 'record.created' });
  await until(async () =>
    expect(await admin(`webhook deliveries ${id}`)).toMatch(
      /delivered +record\.created +contacts \d+ .* 204\n/,
    ),
  );
  const [{ id: delivery }] = JSON.parse(await admin(`webhook deliveries ${id} --json`)) as [{ id: string }];
  expect(await admin(`webhook redeliver ${id} ${delivery}`)).toBe(`Queued delivery ${delivery} again.\n`);
  expect(await admin(`webhook test ${id}`)).toMatch(/^Queued delivery msg_/);
  await until(() => expect(received).toHaveLength(3));
  expect(await admin(`webhook rotate ${id}`)).toMatch(/has another secret\. .*: whsec_/);
  expect(await admin(`webhook pause ${id}`)).toBe(`Webhook ${id} is paused.\n`);
  expect(await admin('webhook list')).toMatch(/^ID +STATE +URL .*\n\d+ +paused +http/);
  expect(await admin(`webhook activate ${id}`)).toBe(`Webhook ${id} is active.\n`);
  expect(await admin(`webhook delete ${id}`)).toBe(`Deleted webhook ${id}.\n`);
  expect(await admin(`webhook delete ${id}`)).toContain('There is no webhook with this id.');
  const create = `webhook create --url ${url} --event record.created --as-user`;
  expect(await admin(`${create} 99999999`)).toContain('as_user must be a user');
  expect(await admin(`${create} ${mona.id} --filter {`)).toContain('--filter is not JSON');
});
