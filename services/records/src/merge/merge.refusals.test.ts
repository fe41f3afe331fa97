import { describe, expect, test } from '@jest/globals';
import type { Actor, Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { connect } from '../testing/connected-client.ts';
import { mergingOfSuite } from './testing/merging-harness.ts';

const { harness, create, merge, person, team, trace } = mergingOfSuite();

describe('a refused merge leaves no trace', () => {
  const made = async () => {
    const where = await team('Where');
    const first = await person('First', { teams: connect(where) });
    const second = await person('Second', { teams: connect(where), tags: { values: [{ value: 'b' }] } });
    return { first, second, where };
  };

  const forbidden = (id: number) => ({
    code: 'update_post',
    status: 403,
    message: `You do not have permission to update people with ID ${id}`,
  });

  const nobody = 99_999_999;
  const stranger = userActor(8, 'Other', ['access_people']);
  const invalid = { code: 'rest_invalid_param', status: 400 };
  type Made = Awaited<ReturnType<typeof made>>;

  test.each<[string, (records: Made) => [both: [number, number], error: Fields, caller?: Actor]]>([
    ['of a record with itself', ({ first }) => [[first, first], invalid]],
    ['with a record that is not there', ({ first }) => [[first, nobody], forbidden(nobody)]],
    ['into a record that is not there', ({ second }) => [[nobody, second], forbidden(nobody)]],
    ['with a record of another type', ({ first, where }) => [[first, where], forbidden(where)]],
    ['by who may not update the first', ({ first, second }) => [[first, second], forbidden(first), stranger]],
  ])('%s', async (_what, refusedOf) => {
    const [both, error, caller] = refusedOf(await made());
    const before = await trace();
    await expect(merge('people', both, {}, caller && { caller })).rejects.toMatchObject(error);
    expect(await trace()).toEqual(before);
  });

  const tooLarge = { code: 'update_post', message: expect.stringMatching(/larger than/) };
  const itself = { code: 'add_connection_to_post', data: { field: 'friends' } };

  test.each<[string, (records: Made) => Fields, Fields]>([
    ['a field that does not exist', () => ({ nothing: 1 }), { data: { bad_fields: ['nothing'] } }],
    ['a value of the wrong shape', () => ({ tags: 'b' }), { code: 'update_multi_select_fields' }],
    ['an empty name', () => ({ name: ' ' }), { code: 'update_post', data: { field: 'name' } }],
    ['the record that is given up as a friend', ({ second }) => ({ friends: connect(second) }), itself],
    ['the record itself as a friend', ({ first }) => ({ friends: connect(first) }), itself],
    ['private values that are too large together', () => ({ words: manyTags }), tooLarge],
    ['values that are too large together', () => ({ tags: manyTags }), tooLarge],
  ])('that writes %s', async (_what, valuesOf, error) => {
    const records = await made();
    const before = await trace();
    const sent = { values: valuesOf(records), merge_comments: true };
    const refused = merge('people', [records.first, records.second], sent);
    await expect(refused).rejects.toMatchObject({ status: 400, ...error });
    expect(await trace()).toEqual(before);
  });

  test('by who may not update the second', async () => {
    const writer = userActor(9, 'Writer', ['access_contacts', 'create_contacts']);
    const mine = await create('contacts', { name: 'Mine' }, writer);
    const theirs = await create('contacts', { name: 'Theirs' });
    const before = await trace();
    for (const both of [
      [mine.ID, theirs.ID],
      [theirs.ID, mine.ID],
    ] as const)
      await expect(merge('contacts', both, {}, { caller: writer })).rejects.toMatchObject({
        code: 'update_post',
        status: 403,
        message: `You do not have permission to update contacts with ID ${theirs.ID}`,
      });
    expect(await trace()).toEqual(before);
  });

  test('of a contact that stands for a user', async () => {
    const first = await create('contacts', { name: 'First' });
    const second = await create('contacts', { name: 'User' });
    await harness.documents.updateOne({ _id: second.ID }, { $set: { 'fields.corresponds_to_user': 12 } });
    const before = await trace();
    await expect(merge('contacts', [first.ID, second.ID])).rejects.toMatchObject({
      code: 'update_post',
      status: 400,
      message: `The contact ${second.ID} represents a user; make it the primary record.`,
    });
    expect(await trace()).toEqual(before);
    await expect(merge('contacts', [second.ID, first.ID])).resolves.toMatchObject({ ID: second.ID });
  });
});

const manyTags = {
  values: Array.from({ length: 1_000 }, (_none, index) => ({ value: `${index} ${'x'.repeat(2_500)}` })),
};
