import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { headers, type Msg, type Subscription } from 'nats';
import {
  allCommands,
  allOperations,
  commandResultSubject,
  commandSubject,
  createUserContact,
  deadLetterStream,
  eventPublishers,
  identities,
  operationSubject,
  replySubject,
  systemActor,
  usersActor,
  viewSubject,
  type Actor,
  type Identity,
} from '@svc/contracts';
import { BusCaller, Deadline, keyringFile, loadKeyring, signMessage, type Keyring } from '@svc/service-kit';
import { newKeyrings, readStream, userActor } from '@svc/testing';
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
  events.close();
  expect((await victim.get(`svc-posts/v2/contacts/${record}`)).body).toMatchObject({ name: 'Closed' });
}

describe('operations', () => {
  const names = allOperations.map(({ name }) => name);
  const closedTo = (identity: Identity) =>
    allOperations.filter(({ callers }) => !callers.includes(identity)).map(({ name }) => name);

  test('refuse all requests signed with unknown keys', () =>
    nothingHappens(async () => {
      const { gateway, admin } = strangers;
      expect(await answeredTo(gateway, names, userActor(victor.id, 'Victor', ['manage_dt']))).toEqual([]);
      expect(await answeredTo(admin, names, systemActor('admin'))).toEqual([]);
    }));

  test.each(identities)('refuse requests with the keys of %s unless it is among their callers', (identity) =>
    nothingHappens(async () => {
      const token = heard
        .map((message) => actorOf(message))
        .find(({ actor }) => actor.userId === victor.id)?.token;
      expect(token).toBeDefined();
      const own = identity === 'gateway' ? systemActor('admin') : { token: token ?? '' };
      expect(await answeredTo(await keysOf(identity), closedTo(identity), own)).toEqual([]);
    }),
  );

  test('refuse requests of a service in the name of a user or of another system', () =>
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

  test('refuse recorded requests that are replayed or changed', async () => {
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

  test('ignore a forged reply of users with administrator rights', async () => {
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

describe('events and commands', () => {
  /** What a forger can do with its own name, somebody else's, none, and the signature of another message. */
  const signatures: [string, (parts: Parts, sender: Identity) => Promise<ReturnType<typeof headers>>][] = [
    ['nobody', async ({ id }) => withId(id)],
    ['an unknown key', async (parts, sender) => signMessage(strangers[sender], parts)],
    ['another service', async (parts, sender) => signMessage(await keysOf(otherThan(sender)), parts)],
    [
      'its sender, for another message',
      async (parts, sender) =>
        withId(
          parts.id,
          (await signMessage(await keysOf(sender), { ...parts, id: 'other' })).get('Svc-Signature'),
        ),
    ],
  ];
  interface Parts {
    readonly id: string;
    readonly subject: string;
    readonly body: Uint8Array;
  }

  const entities = Object.entries(eventPublishers).map(([entity, publisher]) => ({
    subject: `svc.events.${entity}.contacts.created`,
    sender: publisher,
  }));
  const messages = [
    ...entities,
    { subject: viewSubject, sender: 'records' as const },
    ...allCommands.map((command) => ({
      subject: commandSubject(command),
      sender: command.sender,
    })),
  ];

  test.each(signatures)('signed by %s are not handled, and become dead letters', async (_signer, sign) => {
    const mona = await world.createUser({ role: 'multiplier' });
    const forged = new Map<string, string>();
    for (const { subject, sender } of messages) {
      const id = randomUUID();
      const body = Buffer.from(JSON.stringify(assignedTo(mona, id)));
      const sent = { headers: await sign({ id, subject, body }, sender) };
      await world.bus.jetstream().publish(subject, body, sent);
      forged.set(id, subject);
    }
    await world.settled();
    const { body } = await api(world, mona.token).post('svc/v1/notifications/get_notifications', {
      json: {},
    });
    expect(JSON.stringify(body)).not.toContain('Forged');
    // Each durable consumer has put aside what it was to take.
    const dead = await deadLetters();
    const consumed = [...forged].filter(
      ([, subject]) => !/^svc\.events\.(follow|user|site_link|notification)\./.test(subject),
    );
    expect(consumed.filter(([id]) => !dead.includes(id)).map(([, subject]) => subject)).toEqual([]);
  });

  test('ignore a forged result of a command', async () => {
    const forging = world.bus.subscribe('svc.commands.>', {
      callback: (_error, message) => {
        const id = message.headers?.get('Nats-Msg-Id') ?? '';
        const result = Buffer.from(JSON.stringify({ result: { id: 999_999 } }));
        const subject = commandResultSubject(createUserContact, id);
        void signMessage(strangers.records, { id, subject, body: result }).then((signed) => {
          world.bus.publish(subject, result);
          world.bus.publish(subject, result, { headers: signed });
        });
      },
    });
    await world.bus.flush();
    const { contactId } = await world.createUser({ role: 'multiplier' });
    expect(contactId).toEqual(expect.any(Number));
    expect(contactId).not.toBe(999_999);
    forging.unsubscribe();
  });
});

async function deadLetters(): Promise<(string | undefined)[]> {
  const letters = await readStream(world.bus, deadLetterStream, 'svc.dead-letters.>');
  return letters.map(({ headers: sent }) => sent?.get('Svc-Message-Id'));
}

function withId(id: string, signature?: string) {
  const sent = headers();
  sent.set('Nats-Msg-Id', id);
  if (signature !== undefined) sent.set('Svc-Signature', signature);
  return sent;
}

const otherThan = (sender: Identity): Identity => (sender === 'search' ? 'gateway' : 'search');

/** The event of a contact that was assigned to somebody: whom it reaches, it notifies. */
function assignedTo(user: TestUser, id: string) {
  return {
    specversion: '1.0',
    id,
    source: '/svc/records',
    type: 'svc.record.created',
    subject: 'contacts/77',
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    data: {
      commit_id: randomUUID(),
      actor: { kind: 'user', user_id: victor.id, display_name: 'Victor' },
      record: { id: 77, post_type: 'contacts', name: 'Forged', version: 1 },
      visibility: { shared_with: [user.id], type: 'access', sources: [] },
      audience: {
        following: [user.id],
        asking: [],
        unfollowing: [],
        assigned_to: user.id,
        subassigned: [],
        type: 'access',
      },
      written: ['assigned_to'],
      silent: false,
      changed: { assigned_to: { before: null, after: user.id } },
    },
  };
}

/** The actor of a request that was heard. */
function actorOf(message: Msg): { token: string; actor: Actor } {
  const token = message.headers?.get('Svc-Actor') ?? '';
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    actor: Actor;
  };
  return { token, actor: claims.actor };
}
