import { expect, test } from '@jest/globals';
import { changeUser } from './change-user.ts';
import { newUser } from './new-user.ts';
import { userEvent } from './user-event.ts';

const user = newUser(7, {
  username: ' Mona ',
  email: 'Mona@Ref.test',
  displayName: 'Mona Multiplier',
  roles: ['multiplier'],
  passwordHash: '$argon2id$secret',
  locale: '',
});

test('a new user is found by name and e-mail in any case', () => {
  expect(user.loginKeys).toEqual(['mona', 'mona@ref.test']);
});

test('a user whose name is its e-mail has one key', () => {
  const draft = {
    username: 'A@b.test',
    email: 'a@B.test',
    displayName: 'A',
    roles: [],
    passwordHash: '',
    locale: '',
  };
  expect(newUser(8, draft).loginKeys).toEqual(['a@b.test']);
});

test('a change makes a new version and names what changed', () => {
  const changed = changeUser(user, { displayName: 'Mona Lisa', roles: ['multiplier'] });
  expect(changed?.changed).toEqual(['display_name']);
  expect(changed?.next).toEqual({
    ...user,
    displayName: 'Mona Lisa',
    displayNameKey: 'mona lisa',
    version: 2,
  });
});

test('a change that makes no difference is none', () => {
  expect(changeUser(user, {})).toBeUndefined();
  expect(changeUser(user, { disabled: false, roles: ['multiplier'], tokenVersion: 9 })).toBeUndefined();
});

test('an event tells neither the password nor the e-mail address', () => {
  const changed = changeUser(user, { passwordHash: '$argon2id$new', tokenVersion: 1 });
  const event = userEvent('updated', changed?.next ?? user, changed?.changed ?? []);
  expect(event.data['changed']).toEqual(['password']);
  expect(JSON.stringify(event)).not.toMatch(/argon2id|ref\.test/i);
});
