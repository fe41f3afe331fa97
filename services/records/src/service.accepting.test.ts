import { describe, expect, test } from '@jest/globals';
import { recordsAccept, type Actor, type Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { recordClient } from './testing/record-client.ts';
import { dispatcher, harnessOfSuite, multiplier } from './testing/records-harness.ts';

const harness = harnessOfSuite();
harness.baseUser = 1;
const { create, update, get, activityOf, expectRefused } = recordClient(harness);

const otto = multiplier(4);
const dina = userActor(5, 'User 5', [...dispatcher(5).capabilities, 'assign_any_contacts']);

const accept = (id: number, isAccepted: unknown, caller: Actor = otto, key?: string) =>
  harness.ask(recordsAccept, { id, accept: isAccepted as boolean }, caller, key) as Promise<Fields>;

const notesOf = async (id: number) => {
  const { activity } = await activityOf(id);
  return activity.map(({ name, object_note: note }) => `${name}: ${note}`);
};

/** A contact of mona's that the dispatcher gave to otto, who has not said anything yet. */
async function givenToOtto(): Promise<number> {
  const { ID: id } = await create({ name: 'Given' });
  await update(id, { assigned_to: 4 }, dina);
  expect(await get(id)).toMatchObject({ overall_status: { key: 'assigned' }, accepted: false });
  return id;
}

describe('a contact that is accepted', () => {
  test('is active, and the history says who accepted it', async () => {
    const id = await givenToOtto();
    const answer = await accept(id, true);
    expect(answer).toMatchObject({
      ID: id,
      overall_status: { key: 'active' },
      accepted: true,
      assigned_to: { id: '4' },
    });
    expect(answer).toEqual(await get(id, otto));
    expect(await notesOf(id)).toContain('User 4: User 4 accepted assignment');
  });

  test('is accepted once under one key', async () => {
    const id = await givenToOtto();
    const answer = await accept(id, true, otto, 'accept-once');
    await update(id, { overall_status: 'paused', reason_paused: 'vacation' });
    expect(await accept(id, true, otto, 'accept-once')).toEqual(answer);
    expect(await get(id)).toMatchObject({ overall_status: { key: 'paused' } });
  });
});

describe('a contact that is declined', () => {
  test('goes back to who assigned it last, and waits for somebody else', async () => {
    const id = await givenToOtto();
    expect(await accept(id, false)).toMatchObject({
      overall_status: { key: 'unassigned' },
      accepted: false,
      assigned_to: { id: '5' },
    });
    expect((await harness.stored(id)).sharedWith).toEqual([3, 4, 5]);
    expect(await notesOf(id)).toContain('User 4: User 4 declined assignment');
  });

  test.each<[string, Fields]>([
    ['who may work with contacts no longer', { actorId: 95 }],
    ['who was no user', { actorId: 0 }],
  ])('goes to the base user instead of one %s', async (_who, change) => {
    const id = await givenToOtto();
    await harness.activity.updateMany({ recordId: id, objectSubtype: 'assigned_to' }, { $set: change });
    expect(await accept(id, false)).toMatchObject({ assigned_to: { id: '1' } });
  });
});

describe('accepting is refused', () => {
  const refusal = { code: 'accept_contact', message: 'You do not have permission for this', status: 403 };

  test.each([true, false])('to who may not update the contact: %s', async (isAccepted) => {
    const id = await givenToOtto();
    await expectRefused(id, () => accept(id, isAccepted, multiplier(6)), refusal);
    await expect(accept(999_999, isAccepted)).rejects.toMatchObject(refusal);
  });
});
