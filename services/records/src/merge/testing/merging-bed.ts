import { moveComments, recordsMerge, type Actor, type Fields, type InputOf } from '@svc/contracts';
import { commandsFor } from '@svc/service-kit/testing';
import { connectedClient, connectedSettings, connector } from '../../testing/connected-client.ts';
import { RecordsBed } from '../../testing/records-bed.ts';

/** What `records.merge` is asked with. */
export type MergeInput = InputOf<typeof recordsMerge>;

interface MergeOptions {
  readonly caller?: Actor;
  readonly key?: string;
  /** How long the answer is waited for. */
  readonly milliseconds?: number;
}

/** Two instances of records, with a stand-in for comments that remembers what it is to move. */
export class MergingBed {
  readonly bed: RecordsBed;
  /** What comments was asked to move. */
  readonly moves: readonly { post_type: string; from_id: number; to_id: number }[];
  readonly #stop: () => Promise<void>;

  private constructor(bed: RecordsBed, moving: Pick<MergingBed, 'moves'> & { stop(): Promise<void> }) {
    this.bed = bed;
    this.moves = moving.moves;
    this.#stop = () => moving.stop();
  }

  static async open(): Promise<MergingBed> {
    const bed = await RecordsBed.open();
    await Promise.all([bed.start(connectedSettings), bed.start(connectedSettings)]);
    const moving = await commandsFor(bed.bed, moveComments, { moved: 0 });
    return new MergingBed(bed, { moves: moving.inputs, stop: () => moving.stop() });
  }

  async close(): Promise<void> {
    await this.#stop();
    await this.bed.close();
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
    return this.bed.bed.call(recordsMerge, input, caller, {
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
    const { bed } = this;
    return {
      records: await bed.documents.find({}).sort({ _id: 1 }).lean(),
      edges: await bed.edges.find({}).sort({ _id: 1 }).lean(),
      history: await bed.activity.countDocuments({}),
      events: await bed.eventCount(),
      moves: this.moves.length,
    };
  }

  #client() {
    return connectedClient(() => this.bed);
  }
}
