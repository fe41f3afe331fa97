import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@svc/testing';
import { openRoad, type Faults, type FaultyRoad } from '../support/faulty-road.ts';
import { api, make } from '../support/http.ts';
import { uniqueWord, type World, worldInCommon } from '../support/world.ts';
import { allClients } from './sequences/all-clients.ts';

/** The request of a session after which its gateway is restarted. */
const restartAfter = 20;

const networks: readonly [network: string, faultsOf: (world: World) => Faults][] = [
  ['answers that take 300 ms longer', () => ({ delayMs: 300 })],
  ['a network that loses every tenth answer', () => ({ losesEvery: 10 })],
  [
    'a gateway that restarts in the middle of a session',
    ({ services }) => ({
      onRequest: (count) => {
        if (count === restartAfter)
          void services.find(({ service }) => service === 'gateway')?.kill('SIGTERM');
      },
    }),
  ],
];

const sessions = sampled(
  networks.flatMap(([network]) => allClients.map(([client, sequences]) => ({ network, client, sequences }))),
  1 / networks.length,
  ({ network, client }) => [network, client],
);

/** The sessions of all clients, which repeat what is not answered, over networks with faults. */
describe.each(networks)('with %s', (network, faultsOf) => {
  describe.each(sessions.filter((each) => each.network === network))('$client', ({ sequences }) => {
    let road: FaultyRoad;
    let world: World & { network: { url: string } };

    beforeAll(async () => {
      const common = await worldInCommon();
      road = await openRoad(faultsOf(common));
      road.target = common.gatewayUrl;
      world = { ...common, network: { url: road.url } };
    });

    afterAll(() => road?.close());

    sequences(() => world);
  });

  test('repeated requests create no duplicates', async () => {
    const common = await worldInCommon();
    const road = await openRoad(faultsOf(common));
    road.target = common.gatewayUrl;
    const { token } = await common.createUser({ role: 'multiplier' });
    const client = api({ ...common, network: { url: road.url } }, token);
    const name = uniqueWord();
    const ids: number[] = [];
    for (let count = 0; count < restartAfter + 10; count += 1)
      ids.push(await make(client, 'dt-posts/v2/contacts', { name: `${name} ${count}`, type: 'personal' }));
    const { body } = await client.post<{ posts: { ID: string }[]; total: number }>(
      'dt-posts/v2/contacts/list',
      {
        json: { text: name, limit: 100, fields_to_return: ['name'] },
      },
    );
    expect(body.total).toBe(ids.length);
    expect(body.posts.map(({ ID }) => Number(ID)).sort()).toEqual(ids.sort());
    road.close();
  });
});
