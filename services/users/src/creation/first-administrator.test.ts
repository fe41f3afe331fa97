import { expect, test } from '@jest/globals';
import { systemActor, usersAdminList, usersLogin } from '@svc/contracts';
import { captureLog, until } from '@svc/service-kit/testing';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite();

const allUsers = async () => (await harness.ask(usersAdminList, {})).users;

const login = (username: string, password: string) =>
  harness.call(
    usersLogin,
    { username, password, issuer: 'https://ref.test', address: '192.0.2.1' },
    systemActor('gateway'),
  );

test('of instances that start on an empty database, one makes the administrator and shows the password once', async () => {
  const { log, lines } = captureLog();
  const settings = { ADMIN_USERNAME: 'ada@ref.test' };
  await Promise.all([harness.start(settings, log), harness.start(settings, log)]);
  expect(await allUsers()).toMatchObject([
    { username: 'ada@ref.test', email: 'ada@ref.test', roles: ['administrator'], disabled: false },
  ]);
  const shown = lines.flatMap(({ msg }) => /Its password is (\S+) and/.exec(msg ?? '')?.[1] ?? []);
  expect(shown).toHaveLength(1);
  expect(await login('ada@ref.test', shown[0] ?? '')).toMatchObject({ user_email: 'ada@ref.test' });
  await harness.announceContact((await allUsers())[0]?.id ?? 0, 77);
  await until(async () => expect(await allUsers()).toMatchObject([{ corresponds_to_contact: 77 }]));
});

test('where there is a user, nobody is made', async () => {
  await harness.newUser('mona');
  const before = await allUsers();
  await harness.start({
    ADMIN_USERNAME: 'eve',
    ADMIN_EMAIL: 'eve@ref.test',
    ADMIN_PASSWORD: 'secret-password',
  });
  expect(await allUsers()).toEqual(before);
});
