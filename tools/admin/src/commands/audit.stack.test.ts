import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AuditEntryView } from '@svc/contracts';
import { api, type Api } from '../../../../test/support/http.ts';
import { openWorld, type World } from '../../../../test/support/world.ts';
import { run } from '../testing/run.ts';

let world: World;
let client: Api;

beforeAll(async () => {
  world = await openWorld({
    env: { ALLOWED_PRIVATE_HOSTS: '127.0.0.1' },
    instances: { comments: 0, search: 0 },
  });
  client = api(world, (await world.createUser({ role: 'administrator' })).token);
});

afterAll(() => world?.close());

const admin = (args: string) => run(args.split(' '), { DATA_DIR: world.dataDir });

async function exported(): Promise<AuditEntryView[]> {
  const { code, stdout, stderr } = await admin('audit export');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntryView);
}

const ofAction = async (action: string) => (await exported()).filter((entry) => entry.action === action);
const entries = () => world.databaseOf('users').collection<{ _id: number }>('audit_log');

test('changes by HTTP have the user, the address and the device', async () => {
  const url = 'http://127.0.0.1:9/a-secret-path';
  const created = await client.post<{ id: number }>('svc/v1/webhooks', {
    json: { url, events: ['record.created'] },
    headers: { 'User-Agent': 'Probe/1' },
  });
  expect(created.status).toBe(200);
  await client.delete(`svc/v1/webhooks/${created.body.id}`);
  const [entry] = await ofAction('webhook.created');
  expect(entry).toMatchObject({
    by: { kind: 'user', user_id: expect.any(Number) },
    from: { address: '127.0.0.1', device: 'Probe/1' },
    subject: `webhooks/${created.body.id}`,
    after: { site: 'http://127.0.0.1:9' },
  });
  expect(await ofAction('webhook.deleted')).toHaveLength(1);
  const text = JSON.stringify(await exported());
  expect(text).not.toContain('a-secret-path');
  expect(text).not.toContain('whsec_');
  const page = await client.get<{ entries: AuditEntryView[] }>('svc/v1/audit-log?action=webhook');
  expect(page.body.entries.map(({ action }) => action)).toEqual(['webhook.deleted', 'webhook.created']);
});

test('commands of the admin tool have its person', async () => {
  await admin('modules disable contacts_faith_module');
  await admin('duplicates fields set contacts contact_phone');
  await admin('keys rotate');
  await admin('consumer create crm --events record.contacts.*');
  const commands = [
    'module.switched',
    'duplicate_fields.changed',
    'signing_keys.rotated',
    'consumer.created',
  ];
  for (const action of commands) {
    const [entry] = await ofAction(action);
    expect(entry).toMatchObject({
      by: { kind: 'system', name: 'admin' },
      from: { address: '', device: expect.stringMatching(/^admin tool, .+@.+/) },
    });
  }
  expect((await ofAction('module.switched'))[0]).toMatchObject({
    subject: 'modules/contacts_faith_module',
    before: { enabled: true },
    after: { enabled: false },
  });
});

test('an export goes on after a number', async () => {
  const all = await exported();
  const { stdout } = await admin(`audit export --after ${all.at(-2)?.number}`);
  expect(JSON.parse(stdout.split('\n')[0] ?? '')).toEqual(all.at(-1));
});

test('verifying passes for a whole chain, and fails for a broken one', async () => {
  const whole = await admin('audit verify');
  expect(whole).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Verified the entries 1 to \d+\. /),
  });
  const known = /\d+:[0-9a-f]{64}/.exec(whole.stdout)?.[0] ?? '';
  expect(await admin(`audit verify --known ${known}`)).toMatchObject({ code: 0 });
  const other = `${known.slice(0, -64)}${'0'.repeat(64)}`;
  expect(await admin(`audit verify --known ${other}`)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is not the one with this hash'),
  });
  await entries().deleteOne({ _id: 2 });
  expect(await admin('audit verify')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('broken at entry 2: the entry is missing'),
  });
});
