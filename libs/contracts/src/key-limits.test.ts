import { expect, test } from '@jest/globals';
import type { KeyLimits } from './actor.ts';
import { allOperations } from './all-operations.ts';
import { checkKey, checkKeyInput, checkSetup } from './key-limits.ts';

const limits: KeyLimits = { id: 1, access: 'read', administration: false };
const clientOperations = allOperations.filter(({ audience }) => audience === 'caller');

/** The code of the refusal of a call with such a key; undefined when it is permitted. */
function codeOf(check: () => void): unknown {
  try {
    check();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test('a read key calls no write of any service, and a write key calls each that is not administration', () => {
  for (const operation of clientOperations) {
    const code = (access: KeyLimits['access']) =>
      codeOf(() => checkKey({ key: { ...limits, access } }, operation));
    if (operation.isAdministration) expect([code('read'), code('write')]).toEqual(['key_scope', 'key_scope']);
    else expect(code('read')).toBe(operation.kind === 'write' ? 'key_read_only' : undefined);
    if (!operation.isAdministration) expect(code('write')).toBeUndefined();
  }
});

test('an administration key that writes calls every operation', () => {
  const key: KeyLimits = { ...limits, access: 'write', administration: true };
  for (const operation of clientOperations)
    expect(codeOf(() => checkKey({ key }, operation))).toBeUndefined();
});

test('operations of accounts, roles, keys and site links are administration', () => {
  const administration = clientOperations.filter(({ isAdministration }) => isAdministration);
  expect(administration.map(({ name }) => name).toSorted()).toEqual([
    'comments.dead_letters',
    'comments.drop_dead_letters',
    'comments.replay_dead_letters',
    'records.create_webhook',
    'records.dead_letters',
    'records.delete_webhook',
    'records.drop_dead_letters',
    'records.redeliver',
    'records.replay_dead_letters',
    'records.rotate_webhook',
    'records.test_webhook',
    'records.update_webhook',
    'records.webhook_deliveries',
    'records.webhooks',
    'search.dead_letters',
    'search.drop_dead_letters',
    'search.rebuild',
    'search.replay_dead_letters',
    'search.status',
    'users.add',
    'users.add_location',
    'users.add_passkey',
    'users.all_roles',
    'users.api_keys',
    'users.app_switch',
    'users.audit_log',
    'users.begin_passkey',
    'users.begin_totp',
    'users.change_password',
    'users.confirm_totp',
    'users.create_api_key',
    'users.create_role',
    'users.create_site_link',
    'users.dead_letters',
    'users.delete_api_key',
    'users.delete_role',
    'users.delete_site_link',
    'users.delete_user',
    'users.disable_product_tour',
    'users.drop_dead_letters',
    'users.end_other_sessions',
    'users.end_session',
    'users.mails',
    'users.managed',
    'users.managed_page',
    'users.note_audit',
    'users.passkeys',
    'users.remove_avatar',
    'users.remove_location',
    'users.remove_passkey',
    'users.remove_totp',
    'users.replay_dead_letters',
    'users.retry_mail',
    'users.rotate_site_link',
    'users.second_factor',
    'users.send_password_reset',
    'users.sessions',
    'users.set_avatar',
    'users.site_links',
    'users.switch_preference',
    'users.update',
    'users.update_role',
    'users.update_user',
    'users.user',
  ]);
});

test.each([
  ['contacts', undefined],
  ['groups', 'key_scope'],
  ['all', undefined],
  [undefined, undefined],
])('with a key of contacts, an input for %s is refused with %s', (postType, code) => {
  const actor = { key: { ...limits, postTypes: ['contacts'] } };
  expect(codeOf(() => checkKeyInput(actor, { post_type: postType }))).toBe(code);
  expect(codeOf(() => checkKeyInput({}, { post_type: postType }))).toBeUndefined();
});

test('an operation that always concerns contacts is refused for a key of groups', () => {
  const key = { ...limits, access: 'write', postTypes: ['groups'] } as const;
  const ofContacts = clientOperations.filter(({ postType }) => postType === 'contacts');
  expect(ofContacts.length).toBeGreaterThan(5);
  for (const operation of ofContacts)
    expect(codeOf(() => checkKey({ key: { ...key, postTypes: ['groups'] } }, operation))).toBe('key_scope');
});

test('a caller who has to set up a second factor reaches the operations for it, and no other', () => {
  const reached = clientOperations.filter(
    (operation) => codeOf(() => checkSetup({ setsUpSecondFactor: true }, operation)) === undefined,
  );
  expect(reached.map(({ name }) => name).toSorted()).toEqual([
    'users.add_passkey',
    'users.begin_passkey',
    'users.begin_totp',
    'users.confirm_totp',
    'users.passkeys',
    'users.second_factor',
  ]);
  for (const operation of clientOperations) expect(codeOf(() => checkSetup({}, operation))).toBeUndefined();
});
