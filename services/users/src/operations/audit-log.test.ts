import { describe, expect, test } from '@jest/globals';
import {
  type Actor,
  type InputOf,
  recordAudit,
  systemActor,
  usersAdminList,
  usersAuditLog,
  usersChangePassword,
  usersCreateApiKey,
  usersCreateRole,
  usersDeleteApiKey,
  usersDeleteRole,
  usersDisable,
  usersEndOtherSessions,
  usersExportAudit,
  usersNoteAudit,
  usersRotateKeys,
  usersSetPassword,
  usersSetRoles,
  usersUpdateRole,
  usersVerifyAudit,
} from '@svc/contracts';
import { until } from '@svc/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(2);
let made = 0;

async function newUser(...roles: string[]) {
  const username = `audited-${(made += 1)}`;
  return { username, actor: await harness.newUser(username, roles.length > 0 ? { roles } : {}) };
}

const admin = async () => (await newUser('administrator')).actor;
const read = (actor: Actor, input: InputOf<typeof usersAuditLog> = {}) =>
  harness.call(usersAuditLog, input, actor);

/** The actions that concern a user or that they did, oldest first. */
async function actionsOf(userId: number) {
  const { entries } = await read(await admin(), { user: userId });
  return entries.reverse();
}

const stored = () => harness.collection<Entry>('audit_log');
type Entry = { _id: number; after: unknown; hash: string; previous: string };

async function verify() {
  let last = await harness.ask(usersVerifyAudit, { after: 0 });
  while (!last.is_complete) last = await harness.ask(usersVerifyAudit, { after: last.number });
  return last;
}

const byAdminTool = { kind: 'system', user_id: null, name: 'admin' };

test('an entry has who acted, the user concerned, and the rights before and after, without names', async () => {
  const { username, actor } = await newUser('multiplier');
  await harness.ask(usersSetRoles, { username, roles: ['dispatcher'] });
  await harness.ask(usersDisable, { username, disabled: true });
  await harness.ask(usersSetPassword, { username, password: 'another-Secret-1' });
  const subject = `users/${actor.userId}`;
  const common = { by: byAdminTool, from: null, user_id: actor.userId, subject };
  const actions = await actionsOf(actor.userId);
  expect(actions).toMatchObject([
    { ...common, action: 'user.created', before: null, after: { roles: ['multiplier'], disabled: false } },
    { ...common, action: 'user.rights', before: { roles: ['multiplier'] }, after: { roles: ['dispatcher'] } },
    { ...common, action: 'user.rights', before: { disabled: false }, after: { disabled: true } },
    { ...common, action: 'password.changed', before: null, after: null },
  ]);
  const text = JSON.stringify(await stored().find().toArray());
  for (const secret of [username, 'another-Secret-1', '$argon2id']) expect(text).not.toContain(secret);
});

test('logins and refusals have the address, the device and the reason', async () => {
  const { username, actor } = await newUser();
  const from = { address: '198.51.100.7', user_agent: 'Probe/1' };
  await harness.login(username, from);
  await expect(harness.login(username, { ...from, password: 'wrong' })).rejects.toMatchObject({
    code: 'jwt_auth_failed',
  });
  await expect(harness.login('my-secret-typed-here', from)).rejects.toMatchObject({
    code: 'jwt_auth_failed',
  });
  const client = { address: '198.51.100.7', device: 'Probe/1' };
  const [, succeeded, refused] = await actionsOf(actor.userId);
  expect(succeeded).toMatchObject({
    action: 'login.succeeded',
    by: { kind: 'user', user_id: actor.userId },
    from: client,
    after: { method: 'password' },
  });
  const anonymous = { kind: 'system', name: 'gateway' };
  expect(refused).toMatchObject({
    action: 'login.refused',
    by: anonymous,
    from: client,
    after: { reason: 'password' },
  });
  const { entries } = await read(await admin(), { action: 'login.refused' });
  expect(entries[0]).toMatchObject({ user_id: null, subject: 'users', after: { reason: 'unknown_user' } });
  expect(JSON.stringify(await stored().find().toArray())).not.toContain('my-secret-typed-here');
});

test('keys, sessions, passwords and roles are in the log', async () => {
  const { actor } = await newUser('administrator');
  const key = await harness.call(usersCreateApiKey, { name: 'Sync', access: 'read' }, actor);
  await harness.call(usersDeleteApiKey, { id: key.id }, actor);
  await harness.call(usersEndOtherSessions, {}, actor);
  const change = {
    current_password: 'secret-password',
    password: 'another-Secret-2',
    address: '192.0.2.250',
  };
  await harness.call(usersChangePassword, change, actor);
  const role = { key: 'auditor', label: 'Auditor', permissions: { access_contacts: true } };
  await harness.call(usersCreateRole, role, actor);
  await harness.call(usersUpdateRole, { key: 'auditor', label: 'Reviewer' }, actor);
  await harness.call(usersDeleteRole, { key: 'auditor' }, actor);
  const actions = await actionsOf(actor.userId);
  expect(actions.map(({ action }) => action)).toEqual([
    'user.created',
    'api_key.created',
    'api_key.revoked',
    'session.ended',
    'password.changed',
    'role.created',
    'role.changed',
    'role.deleted',
  ]);
  expect(actions[1]).toMatchObject({
    by: { kind: 'user', user_id: actor.userId },
    after: { access: 'read' },
  });
  expect(actions[6]).toMatchObject({ before: { label: 'Auditor' }, after: { label: 'Reviewer' } });
  expect(JSON.stringify(actions)).not.toContain(String(key.key));
});

test('the log is read by callers with manage_dt, and filtered', async () => {
  const { actor: mona } = await newUser();
  const reader = await admin();
  await expect(read(mona)).rejects.toMatchObject({ code: 'no_permissions', status: 403 });
  await harness.ask(usersRotateKeys, {});
  const kind = await read(reader, { action: 'signing_keys' });
  expect(kind.entries[0]).toMatchObject({ action: 'signing_keys.rotated', after: { revoke: false } });
  const at = String(kind.entries[0]?.at);
  const later = new Date(Date.parse(at) + 1).toISOString();
  expect((await read(reader, { from: at, to: later, action: 'signing_keys.rotated' })).entries).toHaveLength(
    1,
  );
  expect((await read(reader, { to: at, action: 'signing_keys.rotated' })).entries).toHaveLength(0);
  await expect(read(reader, { cursor: '{}' })).rejects.toMatchObject({ code: 'rest_invalid_param' });
  const { users } = await read(reader, { user: mona.userId });
  expect(users).toMatchObject({ [mona.userId]: mona.displayName });
});

test('pages follow one another without a gap', async () => {
  const reader = await admin();
  for (let count = 0; count < 130; count += 1)
    await harness.ask(usersNoteAudit, { action: 'probe.page', subject: `probes/${count}` });
  const first = await read(reader, { action: 'probe.page' });
  const second = await read(reader, { action: 'probe.page', cursor: String(first.cursor) });
  expect(second.cursor).toBeNull();
  const subjects = [...first.entries, ...second.entries].map(({ subject }) => subject);
  expect(subjects.reverse()).toEqual(Array.from({ length: 130 }, (_, count) => `probes/${count}`));
});

test('entries that two instances append at the same time make one chain', async () => {
  const noting = Array.from({ length: 300 }, (_, count) =>
    harness.ask(usersNoteAudit, { action: 'probe.race', subject: `races/${count}` }),
  );
  const reader = await admin();
  await Promise.all([...noting, read(reader), read(reader), read(reader)]);
  const { entries } = await harness.ask(usersExportAudit, { after: 0 });
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1));
  entries.slice(1).forEach(({ previous }, index) => expect(previous).toBe(entries[index]?.hash));
  const raced = await stored().countDocuments({ action: 'probe.race' });
  expect(raced).toBe(300);
  expect(await verify()).toMatchObject({ problem: null, first: 1 });
});

test('an action of records arrives once', async () => {
  const input = {
    at: new Date().toISOString(),
    by: { kind: 'user' as const, user_id: 7 },
    from: { address: '192.0.2.8', device: 'Probe' },
    action: 'module.switched',
    subject: 'modules/probe',
    before: { enabled: true },
    after: { enabled: false },
  };
  await harness.harness.command(recordAudit, input, 'records');
  const reader = await admin();
  await until(async () =>
    expect((await read(reader, { action: 'module' })).entries).toMatchObject([{ ...input, user_id: null }]),
  );
});

describe('tampering', () => {
  test.each<[what: string, change: (number: number) => Promise<unknown>, reason: string]>([
    [
      'a changed entry',
      (_id) => stored().updateOne({ _id }, { $set: { after: { forged: true } } }),
      'the entry was changed',
    ],
    ['a deleted entry', (_id) => stored().deleteOne({ _id }), 'the entry is missing'],
    [
      'an entry with another hash',
      (_id) => stored().updateOne({ _id }, { $set: { hash: 'f'.repeat(64) } }),
      'the entry was changed',
    ],
    ['the end cut off', (_id) => stored().deleteMany({ _id: { $gte: _id } }), 'the last entries are missing'],
  ])('%s shows', async (_what, change, reason) => {
    for (const name of ['one', 'two', 'three'])
      await harness.ask(usersNoteAudit, { action: 'probe.tamper', subject: name });
    const { number: last } = await verify();
    const before = await stored().find().toArray();
    await change(last - 1);
    expect(await verify()).toMatchObject({ problem: { number: last - 1, reason } });
    await stored().deleteMany({});
    await stored().insertMany(before);
    expect(await verify()).toMatchObject({ problem: null });
  });

  test('a chain that was cut together with its head shows, and later entries do not hide it', async () => {
    await harness.ask(usersNoteAudit, { action: 'probe.cut', subject: 'cut' });
    const { number, problem } = await verify();
    expect(problem).toBeNull();
    const head = harness.collection<{ _id: string }>('audit_head');
    const kept = await stored().findOne({ _id: number - 1 });
    await stored().deleteOne({ _id: number });
    await head.updateOne({}, { $set: { number: number - 1, hash: kept?.hash } });
    expect(await verify()).toMatchObject({ problem: { reason: expect.stringContaining('audit_head') } });
    await harness.ask(usersNoteAudit, { action: 'probe.cut', subject: 'next' });
    await verify();
    const entry = await stored().findOne({ _id: number });
    expect(entry).toMatchObject({ action: 'audit_log.unverified', after: { number: number - 1 } });
  });
});

test('an action whose entry cannot be stored is refused, and changes nothing', async () => {
  const { username, actor } = await newUser('multiplier');
  const pending = harness.collection<{ _id: string }>('audit_pending');
  const { database } = harness;
  const deny = (validator: object) => database.db?.command({ collMod: pending.collectionName, validator });
  await deny({ never: true });
  try {
    await expect(harness.ask(usersSetRoles, { username, roles: ['dispatcher'] })).rejects.toThrow();
    await expect(harness.login(username)).rejects.toThrow();
  } finally {
    await deny({});
  }
  const { users } = await harness.ask(usersAdminList, {});
  expect(users.find(({ id }) => id === actor.userId)).toMatchObject({ roles: ['multiplier'] });
  expect(await harness.collection('sessions').countDocuments({ userId: actor.userId })).toBe(0);
});

test('the admin tool is named in its entries', async () => {
  await harness.ask(usersNoteAudit, {
    action: 'consumer.created',
    subject: 'consumers/crm',
    after: { events: [] },
  });
  const { entries } = await read(await admin(), { action: 'consumer.created' });
  expect(entries[0]).toMatchObject({ by: byAdminTool, subject: 'consumers/crm', after: { events: [] } });
  expect(systemActor('admin').displayName).toBe('admin');
});

test('expired entries are deleted, and the chain stays verifiable', async () => {
  const pending = harness.collection<{ _id: string }>('audit_pending');
  const day = 24 * 60 * 60 * 1_000;
  await verify();
  await stored().deleteMany({});
  await harness.collection('audit_head').deleteMany({});
  await (await harness.start()).stop();
  const rows = Array.from({ length: 700 }, (_, index) => ({
    _id: `0${String(index).padStart(4, '0')}`,
    at: new Date(Date.now() - (index < 600 ? 31 : 29) * day),
    action: 'probe.old',
    by: { kind: 'system', user_id: null, name: 'test' },
    from: null,
    userId: null,
    subject: `old/${index}`,
    before: null,
    after: null,
  }));
  await pending.insertMany(rows);
  await until(async () => expect(await pending.countDocuments()).toBe(0));
  const service = await harness.start({ AUDIT_RETENTION_DAYS: '30' });
  await until(async () => expect(await stored().countDocuments({ _id: { $lte: 600 } })).toBe(0));
  await service.stop();
  expect(await verify()).toMatchObject({ problem: null, first: 601 });
  const { entries } = await read(await admin(), { action: 'audit_log' });
  expect(entries[0]).toMatchObject({ action: 'audit_log.expired', after: { through: 600 } });
});
