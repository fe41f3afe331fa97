import { randomUUID } from 'node:crypto';
import {
  recordsGetMany,
  recordsNeededUpdates,
  recordsOptions,
  recordsPlaces,
  recordsUserCounts,
  systemActor,
  type InputOf,
  type Operation,
  type OutputOf,
} from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';

export type GridRow = OutputOf<typeof recordsPlaces>['places'][number];

const noCounts = { assigned: 0, update_needed: 0, new_assigned: 0, active: 0 };

/** The counts of a user. */
export type UserCounts = (userId: number) => typeof noCounts & { readonly last_activity: number | null };

type Asking = Pick<Call, 'deadline'>;

/** Looks up what the settings of users refer to, in the records service. Called as the system, which may see everything. */
export class RecordNames {
  readonly #caller: Pick<BusCaller, 'call'>;

  constructor(caller: Pick<BusCaller, 'call'>) {
    this.#caller = caller;
  }

  /** Rows of the grid by id, and the smallest row that contains each point. Without any, no request is sent. */
  async places(
    call: Asking,
    wanted: InputOf<typeof recordsPlaces>,
  ): Promise<{ byId: ReadonlyMap<number, GridRow>; at: readonly (GridRow | null)[] }> {
    if (wanted.grid_ids.length + wanted.points.length === 0) return { byId: new Map(), at: [] };
    const { places, at } = await this.#ask(call, recordsPlaces, wanted);
    return { byId: new Map(places.map((place) => [place.grid_id, place])), at };
  }

  /** The options of a field of contacts, such as `languages`: labels by key. */
  async optionsOf(call: Asking, field: string): Promise<Readonly<Record<string, string>>> {
    const { options } = await this.#ask(call, recordsOptions, { post_type: 'contacts', field });
    return options;
  }

  /** Names of the existing people groups, by id. */
  async peopleGroups(call: Asking, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (ids.length === 0) return new Map();
    const wanted = { post_type: 'peoplegroups', ids: [...ids], fields: ['name'] };
    const { records } = await this.#ask(call, recordsGetMany, wanted);
    return new Map(records.map((record) => [Number(record['ID']), String(record['post_title'] ?? '')]));
  }

  /** The number of contacts that need an update, by user; users without any are left out. */
  async neededUpdates(call: Asking, userIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (userIds.length === 0) return new Map();
    const { users } = await this.#ask(call, recordsNeededUpdates, { user_ids: [...userIds] });
    return new Map(users.map(({ user_id: id, count }) => [id, count]));
  }

  /** The contacts assigned to each user and the time of their last action, as user administration counts them. */
  async userCounts(call: Asking, userIds: readonly number[]): Promise<UserCounts> {
    const { assigned, last_activity: acted } = await this.#ask(call, recordsUserCounts, {
      user_ids: [...userIds],
    });
    const byUser = new Map(assigned.map((counts) => [counts.user_id, counts]));
    const times = new Map(acted.map(({ user_id: id, time }) => [id, time]));
    return (userId) => ({ ...noCounts, ...byUser.get(userId), last_activity: times.get(userId) ?? null });
  }

  #ask<Input, Output>(call: Asking, operation: Operation<Input, Output>, input: Input): Promise<Output> {
    const options = { caller: systemActor('users'), requestId: randomUUID(), deadline: call.deadline };
    return this.#caller.call(operation, input, options);
  }
}
