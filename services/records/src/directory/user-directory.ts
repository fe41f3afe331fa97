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

/** Names of users, fetched in batches and cached for a minute, or until an event announces a change. */
export class UserDirectory {
  /** Unknown users, too. */
  readonly #remembered = new LRUCache<number, { readonly person: Person | undefined }>({
    max: 20_000,
    ttl: rememberedMs,
  });
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
    if (lookup.userIds.length === 0 && lookup.emails.length === 0) return [];
    const { users } = await call.ask(usersResolve, {
      user_ids: [...new Set(lookup.userIds)],
      emails: [...new Set(lookup.emails)],
      capability: `access_${lookup.postType}`,
    });
    return users;
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

  #forget(event: Uint8Array): void {
    this.#pickable.clear();
    const parsed = userEventSchema.safeParse(parseJson(Buffer.from(event).toString('utf8')));
    // An event in an unknown form may concern any user.
    if (parsed.success) this.#remembered.delete(parsed.data.data.user.id);
    else this.#remembered.clear();
  }
}

function toPickable(user: OutputOf<typeof usersPickable>['users'][number]): PickableUser {
  const { id, name, contact_id: contactId, searched, is_known: isKnown } = user;
  return { id, name, contactId, foldedName: foldText(name), otherNames: searched.map(foldText), isKnown };
}
