import type { UserNames, Person, ResolvedUsers } from '../model/person.ts';
import { LRUCache } from 'lru-cache';
import type { Subscription } from 'nats';
import { userEventSchema, usersDisplay, usersPickable, usersResolve, type OutputOf } from '@svc/contracts';
import { foldText } from '../model/fold-text.ts';
import { askAsSystem, type AskingCall } from './ask-as-system.ts';
import { parseJson, watchEvents, type Call, type ServiceContext } from '@svc/service-kit';

/** A user whom pickers may offer; names are folded for searching. */
export interface PickableUser {
  readonly id: number;
  readonly name: string;
  readonly contactId: number | null;
  readonly foldedName: string;
  /** The texts by which only callers who may list everybody find the user. */
  readonly otherNames: readonly string[];
  /** Whether every caller may see the user. */
  readonly isKnown: boolean;
}

/** For how long names are used while no event announces a change. */
const rememberedMs = 60_000;

/** For how long users whom writes may name are remembered while no event announces a change: as long as the gateway remembers callers. */
const eligibleMs = 10_000;

/** Names of users, fetched in batches and cached for a minute, or until an event announces a change. */
export class UserDirectory {
  /** Unknown users, too. */
  readonly #remembered = new LRUCache<number, { readonly person: Person | undefined }>({
    max: 20_000,
    ttl: rememberedMs,
  });
  /**
   * User id → post type → the user, for the types that the user may access. Other users are looked up each time, so that a user who has just
   * got access can be named at once.
   */
  readonly #eligible = new LRUCache<number, Map<string, ResolvedUsers[number]>>({
    max: 20_000,
    ttl: eligibleMs,
  });
  /** Increased by each event, so that what was asked before it is not remembered after it. */
  #changes = 0;
  /** The users with access to a post type. */
  readonly #pickable = new LRUCache<string, Promise<readonly PickableUser[]>>({
    max: 100,
    ttl: rememberedMs,
  });
  readonly #context: Pick<ServiceContext, 'caller'>;
  readonly #subscription: Subscription;

  constructor(context: ServiceContext) {
    this.#context = context;
    this.#subscription = watchEvents(context, 'svc.events.user.>', (body) => this.#forget(body));
  }

  /** The names of these users, with at most one request to the users service. */
  async names(call: Pick<Call, 'ask'>, userIds: Iterable<number>): Promise<UserNames> {
    const wanted = [...new Set(userIds)].filter((id) => id > 0);
    const found = new Map<number, Person | undefined>();
    for (const id of wanted) {
      const known = this.#remembered.get(id);
      if (known) found.set(id, known.person);
    }
    const missing = wanted.filter((id) => !found.has(id));
    for (const [id, person] of await this.#ask(call, missing)) found.set(id, person);
    return found;
  }

  /** All users with access to a post type, sorted by name. */
  async pickable(call: AskingCall, postType: string): Promise<readonly PickableUser[]> {
    const known = this.#pickable.get(postType);
    if (known) return known;
    const fetched = askAsSystem(call, this.#context, usersPickable, { post_type: postType }).then(
      ({ users }) => users.map(toPickable),
    );
    this.#pickable.set(postType, fetched);
    fetched.catch(() => this.#pickable.get(postType) === fetched && this.#pickable.delete(postType));
    return fetched;
  }

  /** The users that a write names by id or e-mail, and whether each may access the post type. */
  async resolve(
    call: Pick<Call, 'ask'>,
    lookup: { userIds: readonly number[]; emails: readonly string[]; postType: string },
  ): Promise<ResolvedUsers> {
    const { postType, emails } = lookup;
    const ids = [...new Set(lookup.userIds)];
    const known = ids.flatMap((id) => this.#eligible.get(id)?.get(postType) ?? []);
    const knownIds = new Set(known.map(({ id }) => id));
    const asked = ids.filter((id) => !knownIds.has(id));
    if (asked.length === 0 && emails.length === 0) return known;
    const changes = this.#changes;
    const { users } = await call.ask(usersResolve, {
      user_ids: asked,
      emails: [...new Set(emails)],
      capability: `access_${postType}`,
    });
    if (changes === this.#changes) this.#remember(postType, users);
    const answered = new Set(users.map(({ id }) => id));
    return [...known.filter(({ id }) => !answered.has(id)), ...users];
  }

  close(): void {
    this.#subscription.unsubscribe();
  }

  async #ask(call: Pick<Call, 'ask'>, ids: number[]): Promise<Map<number, Person | undefined>> {
    const answered = new Map<number, Person | undefined>(ids.map((id) => [id, undefined]));
    if (ids.length === 0) return answered;
    const { users } = await call.ask(usersDisplay, { user_ids: ids });
    for (const user of users) answered.set(user.id, { displayName: user.display_name, avatar: user.avatar });
    for (const [id, person] of answered) this.#remembered.set(id, { person });
    return answered;
  }

  #remember(postType: string, users: ResolvedUsers): void {
    for (const user of users.filter(({ eligible }) => eligible)) {
      const known = this.#eligible.get(user.id);
      if (known) known.set(postType, user);
      else this.#eligible.set(user.id, new Map([[postType, user]]));
    }
  }

  #forget(event: Uint8Array): void {
    this.#pickable.clear();
    this.#changes += 1;
    const parsed = userEventSchema.safeParse(parseJson(Buffer.from(event).toString('utf8')));
    // An event in an unknown form may concern any user.
    for (const remembered of [this.#remembered, this.#eligible])
      if (parsed.success) remembered.delete(parsed.data.data.user.id);
      else remembered.clear();
  }
}

function toPickable(user: OutputOf<typeof usersPickable>['users'][number]): PickableUser {
  const { id, name, contact_id: contactId, searched, is_known: isKnown } = user;
  return { id, name, contactId, foldedName: foldText(name), otherNames: searched.map(foldText), isKnown };
}
