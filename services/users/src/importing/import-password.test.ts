import { expect, test } from '@jest/globals';
import { usersImport, usersSetPassword } from '@svc/contracts';
import { hashOfWordpress } from '../testing/wordpress-passwords.ts';
import { harnessOfSuite } from '../testing/users-harness.ts';

const harness = harnessOfSuite(1);
const source = 'https://crm.example.org';
const refused = { code: 'jwt_auth_failed', message: 'Invalid Credentials.' };
let people = 0;

/** A person at the source, whom each call imports with the hash of a password. */
function person() {
  people += 1;
  const username = `imported${people}`;
  const names = { source_id: people, username, email: `${username}@ref.test`, display_name: username };
  const importWith = async (hash?: string) => {
    const given = { ...names, roles: ['multiplier'], locale: '', ...(hash && { password_hash: hash }) };
    const { users } = await harness.ask(usersImport, { source, users: [given] });
    return users[0];
  };
  const login = (password: string) => harness.login(username, { password });
  const stored = async () =>
    (await harness.collection<{ _id: number; passwordHash: string }>('users').findOne({ username }))
      ?.passwordHash ?? '';
  return { username, importWith, login, stored };
}

test.each(['portable', 'blowfish'] as const)(
  'a user logs in with an imported password, %s, which is then stored as any other',
  async (kind) => {
    const { importWith, login, stored } = person();
    const hash = await hashOfWordpress('old secret', kind);
    expect(await importWith(hash)).toMatchObject({ outcome: 'created', password: 'written' });
    await expect(login('another secret')).rejects.toMatchObject(refused);
    expect(await stored()).not.toMatch(/^\$argon2id/);
    expect(await login('old secret')).toHaveProperty('token');
    expect(await stored()).toMatch(/^\$argon2id/);
    expect(await login('old secret')).toHaveProperty('token');
    expect(await importWith(hash)).toMatchObject({ outcome: 'unchanged', password: 'unchanged' });
  },
);

test('a later import brings a password that was changed at the source', async () => {
  const { importWith, login } = person();
  expect(await importWith()).toEqual(expect.not.objectContaining({ password: expect.anything() }));
  await importWith(await hashOfWordpress('first secret', 'portable'));
  const hash = await hashOfWordpress('second secret', 'portable');
  expect(await importWith(hash)).toMatchObject({ outcome: 'changed', password: 'written' });
  await expect(login('first secret')).rejects.toMatchObject(refused);
  expect(await login('second secret')).toHaveProperty('token');
});

test.each([
  ['they have logged in', ({ login }: ReturnType<typeof person>) => login('first secret')],
  [
    'they have got another password',
    ({ username }: ReturnType<typeof person>) =>
      harness.ask(usersSetPassword, { username, password: 'given by an administrator' }),
  ],
])('a later import does not replace the password of a user after %s', async (_what, use) => {
  const user = person();
  await user.importWith(await hashOfWordpress('first secret', 'portable'));
  await use(user);
  const before = await user.stored();
  const hash = await hashOfWordpress('second secret', 'portable');
  expect(await user.importWith(hash)).toMatchObject({ outcome: 'unchanged', password: 'kept' });
  expect(await user.stored()).toBe(before);
});

test('a user who was here before keeps their password', async () => {
  const { username, importWith, login } = person();
  await harness.newUser(username);
  const hash = await hashOfWordpress('of the source', 'portable');
  for (const outcome of ['known', 'unchanged'])
    expect(await importWith(hash)).toMatchObject({ outcome, password: 'kept' });
  await expect(login('of the source')).rejects.toMatchObject(refused);
});

test('a hash of a plugin is not imported', async () => {
  const { importWith, login } = person();
  const hash = `$2y$10$${'a'.repeat(53)}`;
  expect(await importWith(hash)).toMatchObject({ outcome: 'created', password: 'unknown' });
  await expect(login('')).rejects.toMatchObject(refused);
  expect(await importWith(hash)).toMatchObject({ outcome: 'unchanged', password: 'unknown' });
});
