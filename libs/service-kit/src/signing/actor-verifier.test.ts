import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT } from 'jose';
import { identities, systemActor, type Actor, type Identity } from '@svc/contracts';
import { newKeyrings, userActor } from '@svc/testing';
import { actorLifetimeSeconds, ActorSigner } from './actor-signer.ts';
import { ActorVerifier } from './actor-verifier.ts';
import type { Keyring } from './keyring.ts';

const mona = userActor(3, 'Mona', ['access_contacts']);
const link: Actor = { ...userActor(0, 'Partner site'), kind: 'site_link' };
let keyrings: Readonly<Record<Identity, Keyring>>;
let strangers: Readonly<Record<Identity, Keyring>>;

beforeAll(async () => {
  keyrings = await newKeyrings();
  strangers = await newKeyrings();
});

afterEach(() => {
  jest.useRealTimers();
});

const ring = (identity: Identity) => keyrings[identity];
const newVerifier = () => new ActorVerifier(ring('records'));
const refused = { code: 'not_trusted', status: 403 };

/** A token as the signer makes it, with parts of it changed. */
function token(
  changes: { key?: Keyring; issuer?: string; typ?: string; expiresAt?: number; actor?: unknown } = {},
) {
  const { key = ring('gateway'), issuer = 'gateway', typ = 'svc-actor', actor = mona } = changes;
  const signing = new SignJWT({ actor })
    .setProtectedHeader({ alg: 'EdDSA', typ, kid: key.signing.id })
    .setIssuer(issuer)
    .setIssuedAt();
  signing.setExpirationTime(changes.expiresAt ?? '120s');
  return signing.sign(key.signing.signing);
}

test.each([
  ['a user', mona],
  ['a site link', link],
  ['the system', systemActor('gateway')],
])('a token of the gateway for %s is trusted', async (_who, actor) => {
  const signed = await new ActorSigner(ring('gateway')).sign(actor);
  await expect(newVerifier().verify(signed)).resolves.toMatchObject({ actor, sender: 'gateway' });
});

test('a token of another identity is trusted for the system only', async () => {
  for (const identity of identities.filter((name) => name !== 'gateway')) {
    const signer = new ActorSigner(ring(identity));
    await expect(newVerifier().verify(await signer.sign(systemActor(identity)))).resolves.toMatchObject({
      actor: { kind: 'system' },
      sender: identity,
    });
    for (const actor of [mona, link])
      await expect(newVerifier().verify(await signer.sign(actor))).rejects.toMatchObject(refused);
  }
});

test.each([
  ['has a key that is not in the keyring', () => new ActorSigner(strangers.gateway).sign(mona)],
  ['is signed by another service as the gateway', () => token({ key: ring('users') })],
  ['is expired', () => token({ expiresAt: Math.floor(Date.now() / 1000) - 1 })],
  ['has another type', () => token({ typ: 'JWT' })],
  ['has an unknown issuer', () => token({ issuer: 'reports' })],
  ['has an invalid actor', () => token({ actor: { kind: 'user', userId: 'three' } })],
  ['never expires', () => neverExpiring()],
  ['has a lifetime above the limit', () => token({ expiresAt: Math.floor(Date.now() / 1000) + 3_600 })],
  ['is not signed', async () => unsigned()],
  ['is empty', async () => ''],
  ['is not a token', async () => 'a.b.c'],
])('a token that %s is not trusted', async (_case, make) => {
  await expect(newVerifier().verify(await make())).rejects.toMatchObject(refused);
});

test('a token with a changed payload is not trusted, even if the original is cached', async () => {
  const verifier = newVerifier();
  const original = await token();
  await verifier.verify(original);
  const [header, payload = '', signature] = original.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { actor: Actor };
  claims.actor.capabilities.push('manage_users');
  const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
  await expect(verifier.verify([header, changed, signature].join('.'))).rejects.toMatchObject(refused);
});

test('a cached token is trusted until it expires', async () => {
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const verifier = newVerifier();
  const signed = await new ActorSigner(ring('gateway')).sign(mona);
  await verifier.verify(signed);
  jest.setSystemTime(Date.now() + (actorLifetimeSeconds - 2) * 1000);
  await expect(verifier.verify(signed)).resolves.toMatchObject({ actor: mona });
  jest.setSystemTime(Date.now() + 3_000);
  await expect(verifier.verify(signed)).rejects.toMatchObject(refused);
});

test('tokens of an actor are signed again after a minute or a change', async () => {
  jest.useFakeTimers({ now: Date.now(), doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const signer = new ActorSigner(ring('gateway'));
  const first = await signer.sign(mona);
  expect(await signer.sign({ ...mona })).toBe(first);
  expect(await signer.sign(mona)).toBe(first);
  expect(await signer.sign({ ...mona, capabilities: [] })).not.toBe(first);
  jest.setSystemTime(Date.now() + 61_000);
  expect(await signer.sign(mona)).not.toBe(first);
});

function neverExpiring(): Promise<string> {
  const { id: kid, signing } = ring('gateway').signing;
  const endless = new SignJWT({ actor: mona }).setProtectedHeader({ alg: 'EdDSA', typ: 'svc-actor', kid });
  return endless.setIssuer('gateway').sign(signing);
}

function unsigned(): string {
  return new UnsecuredJWT({ actor: mona }).setIssuer('gateway').setExpirationTime('120s').encode();
}

test('a token is trusted at any fraction of a second of its signing', async () => {
  const signed: string[] = [];
  // Each look at the clock is a little later.
  for (const begun of [0, 250, 500, 750]) {
    let now = Math.floor(Date.now() / 1000) * 1000 + begun;
    const realDate = Date;
    globalThis.Date = class extends realDate {
      constructor() {
        super((now += 200));
      }
    } as DateConstructor;
    try {
      signed.push(await new ActorSigner(ring('gateway')).sign(mona));
    } finally {
      globalThis.Date = realDate;
    }
  }
  for (const each of signed) expect((await newVerifier().verify(each)).actor).toEqual(mona);
});
