import { expect, test } from '@jest/globals';
import { recordsCheckFieldValueExists, systemActor, type Actor } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { harnessOfSuite, multiplier } from '../testing/records-harness.ts';

const harness = harnessOfSuite({ instances: 2, settings: { VALUE_CHECKS_PER_HOUR: '3' } });

const check = (caller: Actor, channel = 'contact_phone') => {
  const asked = { post_type: 'contacts', communication_channel: channel, field_value: '0151 77' };
  return harness.ask(recordsCheckFieldValueExists, asked, caller);
};

test('one caller checks a limited number of values in an hour, at all instances together', async () => {
  const ann = multiplier(11);
  for (let checked = 0; checked < 3; checked += 1) expect(await check(ann)).toEqual([]);
  const refused = {
    code: 'too_many_requests',
    status: 429,
    data: { retry_after: expect.any(Number) },
  };
  await expect(check(ann)).rejects.toMatchObject(refused);
  await expect(check(ann)).rejects.toThrow(/^Too many checked values\. Try again in \d+ seconds\.$/);
  expect(await check(multiplier(12))).toEqual([]);
});

test('refused requests do not count, and neither do those of the services', async () => {
  const ben = multiplier(13);
  const mayNotList = userActor(13, 'Ben', ['create_contacts']);
  for (let sent = 0; sent < 4; sent += 1) {
    await expect(check(mayNotList)).rejects.toMatchObject({ code: 'rest_forbidden' });
    await expect(check(ben, 'nickname')).rejects.toMatchObject({ code: 'rest_invalid_param' });
    expect(await check(systemActor('extension visits'))).toEqual([]);
  }
  expect(await check(ben)).toEqual([]);
});
