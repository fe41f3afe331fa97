import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { headers, type Msg, type Subscription } from 'nats';
import {
  allOperations,
  identities,
  operationSubject,
  replySubject,
  systemActor,
  usersActor,
  type Actor,
  type Identity,
} from '@svc/contracts';
import { BusCaller, Deadline, keyringFile, loadKeyring, type Keyring } from '@svc/service-kit';
import { newKeyrings, userActor } from '@svc/service-kit/testing';
import { EventWatch } from '../support/events.ts';
import { api, type Api } from '../support/http.ts';
import { worldInCommon, type TestUser, type World } from '../support/world.ts';

/** Every attacker here hears and says on NATS what it wants: only the keys are in its way. */
let world: World;
let victor: TestUser;
let victim: Api;
let record: number;
let hearing: Subscription | undefined;
let strangers: Readonly<Record<Identity, Keyring>>;
/** All requests that have gone over the bus since this suite began. */
const heard: Msg[] = [];

beforeAll(async () => {
  world = await worldInCommon();
  hearing = world.bus.subscribe('svc.rpc.>', { callback: (_error, message) => void heard.push(message) });
  await world.bus.flush();
  strangers = await newKeyrings();
  victor = await world.createUser({ role: 'administrator', displayName: 'Victor' });
  victim = api(world, victor.token);
  const { body } = await victim.post('svc-posts/v2/contacts', { json: { name: 'Closed' } });
  record = Number(body['ID']);
});

afterAll(() => hearing?.unsubscribe());

const keysOf = (identity: Identity) => loadKeyring(keyringFile(join(world.dataDir, 'keys'), identity));

/** Asks everything that there is to ask, each in a way that would be carried out, and answers what was not refused. */
async function answeredTo(keyring: Keyring, names: readonly string[], caller: Actor | { token: string }) {
  const attacker = new BusCaller(world.bus, keyring);
  const answered: string[] = [];
  for (const operation of allOperations.filter(({ name }) => names.includes(name))) {
    const input = { post_type: 'contacts', id: record, user_id: victor.id, fields: { name: 'Opened' } };
    const context = { caller, requestId: `attack-${operation.name}`, deadline: Deadline.after(10_000) };
    const { code } = await attacker.request(operation, Buffer.from(JSON.stringify(input)), context);
    if (code !== 'not_trusted') answered.push(`${operation.name}: ${code ?? 'ok'}`);
  }
  attacker.close();
  return answered;
}

/** Where a service may answer somebody who is none of the processes. */
const answerPlace = (subject: string) => replySubject('test', subject.split('.')[2] ?? '', randomUUID());

async function nothingHappens(attack: () => Promise<void>): Promise<void> {
  const events = await EventWatch.open(world);
  await attack();
  expect(await events.take()).toEqual([]);
  expect((await victim.get(`svc-posts/v2/contacts/${record}`)).body).toMatchObject({ name: 'Closed' });
}

describe('operations', () => {
  const names = allOperations.map(({ name }) => name);
  const closedTo = (identity: Identity) =>
    allOperations.filter(({ callers }) => !callers.includes(identity)).map(({ name }) => name);

  test('a process without a key gets no answer to any of them, whatever it calls itself and its caller', () =>
    nothingHappens(async () => {
      const { gateway, admin } = strangers;
      expect(await answeredTo(gateway, names, userActor(victor.id, 'Victor', ['manage_dt']))).toEqual([]);
      expect(await answeredTo(admin, names, systemActor('admin'))).toEqual([]);
    }));

  test.each(identities)('with the keys of %s one gets no answer that is not for it', (identity) =>
    nothingHappens(async () => {
      const token = heard
        .map((message) => actorOf(message))
        .find(({ actor }) => actor.userId === victor.id)?.token;
      expect(token).toBeDefined();
      const own = identity === 'gateway' ? systemActor('admin') : { token: token ?? '' };
      expect(await answeredTo(await keysOf(identity), closedTo(identity), own)).toEqual([]);
    }),
  );

  test('with the keys of a service nobody is named but by the gateway, and the system by none but itself', () =>
    nothingHappens(async () => {
      const open = allOperations
        .filter(({ callers }) => callers.includes('comments'))
        .map(({ name }) => name);
      const keyring = await keysOf('comments');
      const administrator = userActor(victor.id, 'Victor', ['manage_dt']);
      expect(await answeredTo(keyring, open, administrator)).toEqual([]);
      const system = heard.map((message) => actorOf(message)).find(({ actor }) => actor.kind === 'system');
      expect(await answeredTo(keyring, open, { token: system?.token ?? '' })).toEqual([]);
    }));

  test('what was heard is refused when it is said again, or with another word in it', async () => {
    const recorded = [...heard];
    expect(recorded.length).toBeGreaterThan(10);
    await nothingHappens(async () => {
      for (const { subject, data, headers: sent } of recorded)
        for (const body of [data, Buffer.concat([data, Buffer.from(' ')])]) {
          const reply = await world.bus.request(subject, body, {
            ...(sent && { headers: sent }),
            timeout: 10_000,
            noMux: true,
            reply: answerPlace(subject),
          });
          // What is over by now is refused for that.
          expect(reply.headers?.get('Svc-Outcome')).toMatch(/^(not_trusted|service_unavailable)$/);
        }
    });
  });

  test('who answers faster than users makes nobody an administrator', async () => {
    const mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
    const forged = headers();
    forged.set('Svc-Outcome', 'ok');
    forged.set('Svc-Status', '200');
    const administrator = userActor(mona.id, 'Mona', ['manage_dt', 'list_users', 'view_any_contacts']);
    const answer = JSON.stringify({ actor: administrator });
    let answers = 0;
    const forging = world.bus.subscribe(operationSubject(usersActor), {
      callback: (_error, message) => {
        answers += 1;
        message.respond(answer, { headers: forged });
      },
    });
    await world.bus.flush();
    const { status } = await api(world, mona.token).get(`svc-posts/v2/contacts/${record}`);
    expect([status, answers]).toEqual([403, 1]);
    forging.unsubscribe();
  });
});

/** The actor of a request that was heard. */
function actorOf(message: Msg): { token: string; actor: Actor } {
  const token = message.headers?.get('Svc-Actor') ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    actor: Actor;
  };
  return { token, actor: claims.actor };
}
