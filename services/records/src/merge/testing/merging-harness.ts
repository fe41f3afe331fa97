import { moveComments, recordsMerge, type Actor, type Fields, type InputOf } from '@svc/contracts';
import { commandsFor } from '@svc/service-kit/testing';
import { connectedClient, connectedSettings, connector } from '../../testing/connected-client.ts';
import { RecordsHarness } from '../../testing/records-harness.ts';

/** What `records.merge` is asked with. */
export type MergeInput = InputOf<typeof recordsMerge>;

interface MergeOptions {
  readonly caller?: Actor;
  readonly key?: string;
  /** How long the answer is waited for. */
  readonly milliseconds?: number;
}

/** Two instances of records, with a stand-in for comments that remembers what it is to move. */
export class MergingHarness {
  readonly harness: RecordsHarness;
  /** What comments was asked to move. */
  readonly moves: readonly { post_type: string; from_id: number; to_id: number }[];
  readonly #stop: () => Promise<void>;

  private constructor(
    harness: RecordsHarness,
    moving: Pick<MergingHarness, 'moves'> & { stop(): Promise<void> },
  ) {
    this.harness = harness;
    this.moves = moving.moves;
    this.#stop = () => moving.stop();
  }

  static async open(): Promise<MergingHarness> {
    const harness = await RecordsHarness.open();
    await Promise.all([harness.start(connectedSettings), harness.start(connectedSettings)]);
    const moving = await commandsFor(harness.harness, moveComments, { moved: 0 });
    return new MergingHarness(harness, { moves: moving.inputs, stop: () => moving.stop() });
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.harness.close();
  }

  /** Merges the second record into the first. */
  merge(
    postType: string,
    [primary, archiving]: readonly [number, number],
    rest: Partial<MergeInput> = {},
    { caller = connector(3), key, milliseconds = 20_000 }: MergeOptions = {},
  ): Promise<Fields & { ID: number }> {
    const both = { primary_post_id: primary, archiving_post_id: archiving };
    const input = { post_type: postType, ...both, ...rest };
    return this.harness.harness.call(recordsMerge, input, caller, {
      milliseconds,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    });
  }

  /** A new person's id. */
  async person(name: string, fields: Fields = {}): Promise<number> {
    return (await this.#client().create('people', { name, ...fields })).ID;
  }

  /** A new team's id. */
  async team(name: string, fields: Fields = {}): Promise<number> {
    return (await this.#client().create('teams', { name, ...fields })).ID;
  }

  /** Everything that a refused request must leave as it is. */
  async trace(): Promise<object> {
    const { harness } = this;
    return {
      records: await harness.documents.find({}).sort({ _id: 1 }).lean(),
      edges: await harness.edges.find({}).sort({ _id: 1 }).lean(),
      history: await harness.activity.countDocuments({}),
      events: await harness.eventCount(),
      moves: this.moves.length,
    };
  }

  #client() {
    return connectedClient(() => this.harness);
  }
}
