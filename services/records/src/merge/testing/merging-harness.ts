import { beforeAll, expect } from '@jest/globals';
import { moveComments, recordsMerge, type Actor, type Fields, type InputOf } from '@svc/contracts';
import { commandsFor } from '@svc/testing';
import { connectedClient, connector } from '../../testing/connected-client.ts';
import { harnessOfSuite, withExtensions } from '../../testing/records-harness.ts';
import { trace as traceOf } from '../../testing/trace.ts';

interface MergeOptions {
  readonly caller?: Actor;
  readonly key?: string;
  /** How long the answer is waited for. */
  readonly milliseconds?: number;
}

/** What a suite of merges works with: two instances of records, and a stand-in for comments that remembers what it is to move. */
export function mergingOfSuite() {
  const harness = harnessOfSuite({ instances: 2, settings: withExtensions('connected') });
  const client = connectedClient(harness);
  let moves: readonly object[] = [];
  beforeAll(async () => {
    moves = (await commandsFor(harness.harness, moveComments, { moved: 0 })).inputs;
  });

  /** Merges the second record into the first. */
  const merge = (
    postType: string,
    [primary, archiving]: readonly [number, number],
    rest: Partial<InputOf<typeof recordsMerge>> = {},
    { caller = connector(3), key, milliseconds = 20_000 }: MergeOptions = {},
  ): Promise<Fields & { ID: number }> => {
    const both = { primary_post_id: primary, archiving_post_id: archiving };
    const options = { milliseconds, ...(key !== undefined && { idempotencyKey: key }) };
    return harness.harness.call(recordsMerge, { post_type: postType, ...both, ...rest }, caller, options);
  };

  const made =
    (postType: string) =>
    async (name: string, fields: Fields = {}) =>
      (await client.create(postType, { name, ...fields })).ID;

  const person = made('people');
  /** Two records to merge, with these fields. */
  const pair = async (make = person, ofFirst: Fields = {}, ofSecond: Fields = {}) =>
    [await make('First', ofFirst), await make('Second', ofSecond)] as [first: number, second: number];

  const trace = async () => ({ ...(await traceOf(harness)), moves: moves.length });

  /** A request that is refused with this error, and leaves everything as it is. */
  const expectTraceless = async (request: () => Promise<unknown>, error: Fields): Promise<void> => {
    const before = await trace();
    await expect(request()).rejects.toMatchObject(error);
    expect(await trace()).toEqual(before);
  };

  /** What comments was asked to move. */
  const moved = () => moves;
  return {
    harness,
    ...client,
    merge,
    person,
    pair,
    team: made('teams'),
    contact: made('contacts'),
    trace,
    expectTraceless,
    moved,
  };
}
