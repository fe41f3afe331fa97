import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { usersSendPasswordReset, type Check, type Rebuild } from '@svc/contracts';
import { until } from '@svc/testing';
import { openWorld, type World } from '../../../test/support/world.ts';
import type { IndexStatus } from './commands/search.ts';
import { refused, run, told } from './testing/run.ts';

let world: World;

beforeAll(async () => {
  world = await openWorld({ instances: { gateway: 0 } });
});

afterAll(() => world?.close());

const admin = (args: string, input?: string) => run(args.split(' '), { DATA_DIR: world.dataDir }, input);
const create = (username: string, more = '') =>
  admin(
    `user create --username ${username} --email ${username}@ref.test --display-name ${username} ` +
      `--role multiplier --password secret-password ${more}`.trim(),
  );

test('a user is created, and --json prints only the ids', async () => {
  const { code, stdout, stderr } = await create('mona', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^\{"id":\d+,"corresponds_to_contact":\d+\}\n$/);
});

test('a user is created with several roles and a password from standard input', async () => {
  const args =
    'user create --username rita --email rita@ref.test --display-name Rita --role partner --role marketer';
  const { code, stdout } = await admin(`${args} --password -`, 'from-standard-input\n');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Created user \d+ \(rita\); its contact is \d+\.\n$/);
  const { stdout: users } = await admin('user list --json');
  const rita = (JSON.parse(users) as { username: string }[]).find(({ username }) => username === 'rita');
  expect(rita).toMatchObject({ roles: ['partner', 'marketer'], email: 'rita@ref.test', disabled: false });
});

test('users are listed as a table', async () => {
  await create('tabea');
  const { stdout } = await admin('user list');
  expect(stdout).toMatch(/^ID +USERNAME +E-MAIL +NAME +ROLES +CONTACT +STATE\n/);
  expect(stdout).toMatch(/tabea +tabea@ref\.test +tabea +multiplier +\d+ +enabled\n/);
});

test('password, roles and state of a user are changed', async () => {
  await create('paul');
  const change = (verb: string, more = '') => admin(`user ${verb} --username paul${more}`);
  const password = ' --password another-password';
  expect(await change('set-password', password)).toEqual(told('paul has a new password.\n'));
  const roles = ' --role partner marketer';
  expect(await change('set-roles', roles)).toEqual(told('Roles of paul: partner, marketer.\n'));
  expect(await change('disable')).toEqual(told('paul is disabled.\n'));
  expect(await change('disable', ' --enable')).toEqual(told('paul is enabled.\n'));
});

test('values of a former type are listed, reported and converted', async () => {
  expect(await admin('fields')).toEqual(told('No field has values of a former type.\n'));
  const records = world.databaseOf('records').collection<{ _id: number }>('records');
  const [one, other] = await records.find({ postType: 'contacts' }).sort({ _id: 1 }).limit(2).toArray();
  const ids = [one?._id ?? 0, other?._id ?? 0];
  for (const [index, value] of ['Male', 'unknown'].entries())
    await records.updateOne(
      { _id: ids[index] ?? 0 },
      { $set: { formerValues: [{ field: 'gender', type: 'text', value }] } },
    );
  const { stdout } = await admin('fields former');
  expect(stdout).toMatch(/^FIELD +FROM +TO +RECORDS +FIRST IDS +PRIVATE VALUES\n/);
  expect(stdout).toMatch(new RegExp(`contacts\\.gender +text +key_select +2 +${ids.join(' ')} +0\n$`));
  const reason = 'key_select value must be one of male, female: gender, received unknown';
  expect(await admin('fields convert contacts gender --dry-run')).toEqual(
    told(
      `The values of 1 record can be converted: ${ids[0]}\nThe values of 1 record cannot be converted:\n  ${ids[1]}: ${reason}\n`,
    ),
  );
  const converted = await admin('fields convert contacts gender --json');
  expect(JSON.parse(converted.stdout)).toEqual({
    converted: [ids[0]],
    refused: [{ id: ids[1], reason }],
    is_dry_run: false,
  });
  expect(await records.findOne({ _id: ids[0] ?? 0 })).toMatchObject({
    fields: { gender: 'male' },
    formerValues: [],
  });
  expect(await admin('fields convert contacts nothing')).toEqual(refused('received nothing'));
});

test('the signing key is replaced', async () => {
  const { code, stdout } = await admin('keys rotate --json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual({ kid: expect.any(String) });
});

test('modules are listed, disabled and enabled', async () => {
  const { stdout: listed } = await admin('modules list');
  expect(listed).toMatch(/^KEY +LABEL +STATE +DESCRIPTION\n/);
  expect(listed).toMatch(/\ncontacts_base +Contacts +always on +People, /);
  const off = await admin('modules disable contacts_faith_module');
  expect(off).toEqual(told('contacts_faith_module (Faith) is off.\n'));
  expect((await admin('modules list')).stdout).toMatch(/\ncontacts_faith_module +Faith +off +/);
  const { stdout } = await admin('modules enable contacts_faith_module --json');
  expect(JSON.parse(stdout)).toMatchObject({ key: 'contacts_faith_module', enabled: true, required: false });
});

const linkTo = (site2: string, more = '') =>
  admin(
    `site-link create --label Form --type create_contacts --site1 records.ref.test --site2 ${site2} ${more}`.trim(),
  );

test('a site link is created, and its token is shown only once', async () => {
  const { code, stdout, stderr } = await linkTo('form.ref.test', '--non-product --json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const { token, ...link } = JSON.parse(stdout) as { id: number; token: string };
  expect(token).toMatch(/^[\da-f]{64}$/);
  expect(link).toMatchObject({
    id: expect.any(Number),
    label: 'Form',
    site2: 'form.ref.test',
    non_product: true,
  });
  const listed = await admin('site-link list --json');
  expect(JSON.parse(listed.stdout)).toContainEqual(link);
  expect(listed.stdout).not.toContain(token);
  const { stdout: text } = await admin('site-link list');
  expect(text).toMatch(/^ID +LABEL +SITE 1 +SITE 2 +TYPE +BEARER +FROM\n/);
  expect(text).toMatch(/\nTYPE +NAME\ncreate_contacts +Create Contacts\n/);
});

test('a site link takes the token of the other site, and gets new ones until it is deleted', async () => {
  const token = 'made-by-the-other-site';
  const options = `--token ${token} --api-key --approved-ip 192.0.2.7`;
  const { stdout } = await linkTo('other.ref.test', options);
  expect(stdout).toMatch(
    /^Created site link \d+ \(Form\), Create Contacts\. Its token \(shown only once\): made-by-the-other-site\n$/,
  );
  const id = /\d+/.exec(stdout)?.[0] ?? '';
  const given = await admin(`site-link rotate ${id} --token -`, 'made-once-more-over-there\n');
  expect(given.stdout).toMatch(/has a new token\. .* made-once-more-over-there\n$/);
  const rotated = await admin(`site-link rotate ${id} --json`);
  expect(JSON.parse(rotated.stdout)).toMatchObject({
    id: Number(id),
    api_key: true,
    approved_ip: '192.0.2.7',
    token: expect.stringMatching(/^[\da-f]{64}$/),
  });
  expect(await admin(`site-link delete ${id}`)).toEqual(told(`Deleted site link ${id}.\n`));
  expect(await admin(`site-link delete ${id}`)).toEqual(refused(`  no site link has the id ${id}\n`));
});

test('an empty standard input is refused as a password', async () => {
  const given = await admin('user set-password --username mona --password -', '\n');
  expect(given).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Standard input has no password in its first line.\n',
  });
});

test('a location grid replaces the built-in one with progress, and can be imported again', async () => {
  const bounds = '20\t-10\t-9\t-11\t21\t19';
  const rowOf = (id: number, level = 0) =>
    `${id}\tHill Land\t${level}\tadmin${level}\tHL\tHLL\t1\t${id}${'\t\\N'.repeat(5)}\t${bounds}\t5\t2020-01-01\tHill Land\t0\t0\t0`;
  const file = join(world.dataDir, 'grid.tsv');
  // Of the built-in grid one row is enough. Without a country it is added.
  await writeFile(file, rowOf(900_000_001, 1));
  const added = 'Imported 1 rows of the location grid: 1 new, 0 changed, 0 unchanged.\n';
  expect(await admin(`locations import ${file}`)).toMatchObject({ code: 0, stdout: added });
  await writeFile(file, Array.from({ length: 1_200 }, (_nothing, n) => rowOf(n + 2)).join('\n'));
  const replaced =
    'Imported 1200 rows of the location grid: 1200 new, 0 changed, 0 unchanged.\n' +
    'Replaced the built-in grid: 1 of its rows are removed.\n';
  expect(await admin(`locations import ${file}`)).toEqual({
    code: 0,
    stdout: replaced,
    stderr: `${file}: 1200 rows, all valid\n1200 of 1200 rows imported\n`,
  });
  const { stdout } = await admin(`locations import ${file} --json`);
  expect(JSON.parse(stdout)).toEqual({
    rows: 1200,
    added: 0,
    changed: 0,
    unchanged: 1200,
    removed: 0,
    kept: 0,
  });
});

test('the mapping focus is set and cleared', async () => {
  const table = 'GRID ID  PLACE\n2        Hill Land\n10       Hill Land\n';
  expect(await admin('locations focus set 2 10')).toEqual(told(table));
  expect(await admin('locations focus clear')).toEqual(told('The mapping focus is the whole world.\n'));
});

test('the search index is rebuilt with progress, and its status is shown', async () => {
  await create('indexed');
  const rebuilt = await admin('search reindex');
  expect(rebuilt).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^(\d+ of \d+ (records|comments).*\n)*$/),
  });
  expect(rebuilt.stdout).toMatch(
    /^Rebuilt the search index: \d+ records and 0 comments in \d+ s, \d+ a second\.\n$/,
  );
  const asJson = await admin('search reindex --json');
  const { records, comments, state } = JSON.parse(asJson.stdout) as Rebuild;
  expect(state).toBe('done');
  expect(records.done).toBeGreaterThan(0);
  expect(comments).toEqual({ done: 0, of: 0 });
  const { stdout: status } = await admin('search status');
  expect(status).toContain('\nJobs set aside: 0\n');
  expect(status).toContain(
    ` ${records.done} records and 0 comments\nThe index has not been checked yet.\nThe next check begins at `,
  );
});

test('the search index is checked, and its differences are reported and repaired', async () => {
  await create('unindexed');
  await until(async () => {
    const { lag } = JSON.parse((await admin('search status --json')).stdout) as IndexStatus;
    expect(lag).toMatchObject({ events: 0, jobs: 0, engine_tasks: 0 });
  });
  const { meiliUrl, meiliKey } = world.stack;
  const headers = { authorization: `Bearer ${meiliKey}` };
  const url = `${meiliUrl}/indexes/${world.databaseOf('records').databaseName}/documents`;
  const { results } = (await (await fetch(`${url}?limit=1`, { headers })).json()) as {
    results: { id: number }[];
  };
  const indexed = `${url}/${results[0]?.id}`;
  await fetch(indexed, { method: 'DELETE', headers });
  await until(async () => expect((await fetch(indexed, { headers })).status).toBe(404));
  const { code, stdout } = await admin('search check --all');
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^The index was checked at .*\n +AT THE SOURCE +IN THE INDEX +COMPARED +MISSING +STALE +LEFT OVER\n/,
  );
  expect(stdout).toMatch(/\nrecords +\d+ +\d+ +\d+ +1 +0 +0\n {2}contacts +\d+ +\d+\n/);
  expect(stdout).toMatch(/\nMissing, stale and left-over entries are repaired\.\n$/);
  const again = JSON.parse((await admin('search check --all --json')).stdout) as Check;
  expect(again).toMatchObject({
    is_thorough: true,
    state: 'done',
    records: { missing: 0, stale: 0, left_over: 0 },
  });
  expect((await admin('search status')).stdout).toContain('\nThe index was checked at ');
  expect((await admin('search cancel check')).stdout).toBe('No check is under way.\n');
});

test('mails are listed and shown, and only a failed or uncertain mail is sent again', async () => {
  await create('forgetful');
  const { stdout: users } = await admin('user list --json');
  const all = JSON.parse(users) as { id: number; username: string }[];
  const id = all.find(({ username }) => username === 'forgetful')?.id ?? 0;
  await world.ask(usersSendPasswordReset, { user: id });
  const [mail] = await until(async () => {
    const { stdout } = await admin('mail list --state kept --json');
    const mails = JSON.parse(stdout) as { id: string; user_id: number }[];
    expect(mails).toMatchObject([{ user_id: id, to: 'forgetful@ref.test', attempts: 1 }]);
    return mails;
  });
  const { stdout: table } = await admin('mail list');
  expect(table).toMatch(/^ID +STATE +USER +TO +CREATED +DUE +ATTEMPTS +SUBJECT +REASON\n/);
  expect(table).toContain('Set a new password');
  const { stdout: shown } = await admin(`mail show ${mail?.id}`);
  expect(shown).toMatch(/^State: kept\nUser: \d+\nTo: forgetful@ref\.test\nSubject: Set a new password\n/);
  expect(shown).toContain('\n\nHello forgetful,\n');
  expect(await admin(`mail retry ${mail?.id}`)).toEqual(refused('(unknown_mail)'));
  expect(await admin(`mail cancel ${mail?.id}`)).toEqual(refused('(unknown_mail)'));
  expect((await admin('mail show none')).stderr).toBe('No mail has this id. (unknown_mail)\n');
});
