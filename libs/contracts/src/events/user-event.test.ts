import { expect, test } from '@jest/globals';
import { userEventSchema } from './user-event.ts';

const userEvent = {
  specversion: '1.0',
  id: '7f0e8e57-6c1e-4d61-9d9a-3b8c5f4b3c11',
  time: '2026-01-31T12:00:00.000Z',
  datacontenttype: 'application/json',
  source: '/svc/users',
  type: 'svc.user.updated',
  subject: 'users/3',
  data: {
    commit_id: 'c-3',
    actor: { kind: 'system', user_id: 0, display_name: 'admin' },
    user: { id: 3, version: 2, display_name: 'Mona', roles: ['multiplier'], disabled: false },
    changed: ['password'],
  },
};

test('the schema of user events removes passwords and e-mail addresses', () => {
  const leaky = { ...userEvent.data.user, password: 'x', password_hash: 'x', email: 'a@b.test' };
  const parsed = userEventSchema.parse({ ...userEvent, data: { ...userEvent.data, user: leaky } });
  expect(parsed).toEqual(userEvent);
});
