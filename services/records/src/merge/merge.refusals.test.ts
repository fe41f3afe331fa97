import { describe, expect, test } from '@jest/globals';
import type { Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { connect } from '../testing/connected-client.ts';
import { mergingOfSuite, type MergeInput } from './testing/merging-harness.ts';

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

  type Refused = (records: Awaited<ReturnType<typeof made>>) => [() => Promise<unknown>, Fields];

  test.each<[string, Refused]>([
    [
      'of a record with itself',
      ({ first }) => [() => merge('people', [first, first]), { code: 'rest_invalid_param', status: 400 }],
    ],
    [
      'with a record that is not there',
      ({ first }) => [() => merge('people', [first, 99_999_999]), forbidden(99_999_999)],
    ],
    [
      'into a record that is not there',
      ({ second }) => [() => merge('people', [99_999_999, second]), forbidden(99_999_999)],
    ],
    [
      'with a record of another type',
      ({ first, where }) => [() => merge('people', [first, where]), forbidden(where)],
    ],
    [
      'by who may not update the first',
      ({ first, second }) => [
        () => merge('people', [first, second], {}, { caller: userActor(8, 'Other', ['access_people']) }),
        forbidden(first),
      ],
    ],
    [
      'with a field that does not exist',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { nothing: 1 }, merge_comments: true }),
        { code: 'update_post', status: 400, data: { bad_fields: ['nothing'] } },
      ],
    ],
    [
      'with a value of the wrong shape',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { tags: 'b' } }),
        { code: 'update_multi_select_fields', status: 400, data: { field: 'tags' } },
      ],
    ],
    [
      'with an empty name',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { name: ' ' } }),
        { code: 'update_post', status: 400, data: { field: 'name' } },
      ],
    ],
    [
      'that connects with the record that is given up',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { friends: connect(second) } }),
        { code: 'add_connection_to_post', status: 400, data: { field: 'friends' } },
      ],
    ],
    [
      'that connects the record with itself',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { friends: connect(first) } }),
        { code: 'add_connection_to_post', status: 400, data: { field: 'friends' } },
      ],
    ],
    [
      'whose private values would become too large',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { words: manyTags } }),
        { code: 'update_post', status: 400, message: expect.stringMatching(/larger than/) },
      ],
    ],
    [
      'whose record would become too large',
      ({ first, second }) => [
        () => merge('people', [first, second], { values: { tags: manyTags } }),
        { code: 'update_post', status: 400, message: expect.stringMatching(/larger than/) },
      ],
    ],
  ])('%s', async (_what, refusedOf) => {
    const [request, error] = refusedOf(await made());
    const before = await trace();
    await expect(request()).rejects.toMatchObject(error);
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

  test.each([
    [{ primary_post_id: 'x' }, 'rest_invalid_param'],
    [{ archiving_post_id: -5 }, 'rest_invalid_param'],
    [{ primary_post_id: undefined }, 'rest_missing_callback_param'],
    [{ values: 'all' }, 'rest_invalid_param'],
    [{ merge_comments: 'maybe' }, 'rest_invalid_param'],
  ])('that sends %j', async (wrong, code) => {
    const { first, second } = await made();
    const before = await trace();
    const sent = { merge_comments: true, ...wrong } as unknown as Partial<MergeInput>;
    await expect(merge('people', [first, second], sent)).rejects.toMatchObject({ code, status: 400 });
    expect(await trace()).toEqual(before);
  });
});

const manyTags = {
  values: Array.from({ length: 1_000 }, (_none, index) => ({ value: `${index} ${'x'.repeat(2_500)}` })),
};
