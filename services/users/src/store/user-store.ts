import type { QueryFilter } from 'mongoose';
import { type Actor, ServiceError } from '@svc/contracts';
import {
  Collection,
  IdSequence,
  type CommitCall,
  type DeclaredIndex,
  type Store,
  type Write,
} from '@svc/service-kit/store';
import { auditOfChange, auditOfCreation } from '../audit/audit-of-user.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import { changeUser, type UserChange } from '../model/change-user.ts';
import { foldText } from '../model/names.ts';
import { newUser, type UserDraft, userEvent, type User } from '../model/user.ts';

const indexes: readonly DeclaredIndex[] = [
  [{ loginKeys: 1 }, { unique: true }],
  [{ emailKey: 1 }],
  [{ usernameKey: 1 }],
  [{ roles: 1, displayNameKey: 1 }],
  // A contact represents one user at most.
  [{ contactId: 1 }, { unique: true, partialFilterExpression: { contactId: { $type: 'number' } } }],
];

/** Maximum number of users in the answer to a search. */
export const searchMaximum = 1_000;

export class UserStore {
  readonly #store: Store;
  readonly #stored: Collection<User>;
  readonly #ids: IdSequence;
  readonly #guard: (actor: Actor, user: User) => void;
  readonly #audit: AuditLog;

  /** @param guard throws when an actor may not change an account; called before every change. */
  constructor(store: Store, guard: (actor: Actor, user: User) => void, audit: AuditLog) {
    this.#store = store;
    this.#guard = guard;
    this.#audit = audit;
    this.#stored = new Collection<User>(store, 'users', ...indexes);
    this.#ids = new IdSequence(store.connection, 'users', 1);
  }

  async byId(id: number): Promise<User | null> {
    return this.#stored.model.findById(id).lean<User>();
  }

  /** Finds a user by user name or e-mail address, ignoring case. */
  async byLogin(login: string): Promise<User | null> {
    return this.#stored.model.findOne({ loginKeys: foldText(login) }).lean<User>();
  }

  async byUsername(username: string): Promise<User | null> {
    return this.#stored.model.findOne({ usernameKey: foldText(username) }).lean<User>();
  }

  async byContact(contactId: number): Promise<User | null> {
    return this.#stored.model.findOne({ contactId }).lean<User>();
  }

  /** The users represented by these contacts. */
  async byContacts(contactIds: readonly number[]): Promise<User[]> {
    return this.#stored.model.find({ contactId: { $in: [...contactIds] } }).lean<User[]>();
  }

  /** `comment` names the purpose in the database's profile and log. */
  async byIds(ids: readonly number[], comment?: string): Promise<User[]> {
    const filter = { _id: { $in: [...ids] } };
    return this.#stored.model.find(filter, null, comment === undefined ? {} : { comment }).lean<User[]>();
  }

  async byEmails(emails: readonly string[]): Promise<User[]> {
    if (emails.length === 0) return [];
    return this.#stored.model.find({ emailKey: { $in: emails.map(foldText) } }).lean<User[]>();
  }

  async all(): Promise<User[]> {
    return this.#stored.model.find().sort({ _id: 1 }).lean<User[]>();
  }

  /** Matching users, sorted by name; without a limit, all. */
  async search(filter: QueryFilter<User>, limit = 0): Promise<User[]> {
    return this.#stored.model.find(filter).sort({ displayNameKey: 1, _id: 1 }).limit(limit).lean<User[]>();
  }

  /** All matching users, unsorted. */
  async matching(filter: QueryFilter<User>): Promise<User[]> {
    return this.#stored.model.find(filter).lean<User[]>();
  }

  /** A page of the matching users, with `_id` as the last sort key, and their total number. */
  async page(filter: QueryFilter<User>, { sort, offset, limit }: UserPage): Promise<[User[], number]> {
    const order = { ...sort, _id: sort['_id'] ?? 1 };
    const users = this.#stored.model.find(filter).sort(order).skip(offset).limit(limit).lean<User[]>();
    return Promise.all([limit === 0 ? [] : users, this.#stored.model.countDocuments(filter)]);
  }

  /** The number of users of each role that any user has. */
  async countByRole(): Promise<ReadonlyMap<string, number>> {
    const counted = await this.#stored.model.aggregate<{ _id: string; users: number }>([
      { $unwind: '$roles' },
      { $group: { _id: '$roles', users: { $sum: 1 } } },
    ]);
    return new Map(counted.map(({ _id, users }) => [_id, users]));
  }

  async hasAny(): Promise<boolean> {
    return (await this.#stored.model.exists({})) !== null;
  }

  /** A new user with the next id, not stored yet. */
  async make(draft: UserDraft): Promise<User> {
    return newUser(await this.#ids.next(), draft);
  }

  /** The writes that store a new user, and an entry of the audit log. */
  insertions(call: CommitCall, user: User): Write[] {
    return [this.#stored.insert(user), this.#audit.write(call, auditOfCreation(user))];
  }

  /** The writes that replace a user, and add entries to the audit log when rights or the password differ; they fail when another change was faster. */
  replacements(call: CommitCall, user: User, next: User): Write[] {
    const { _id, version } = user;
    const audited = auditOfChange(user, next).map((draft) => this.#audit.write(call, draft));
    return [this.#stored.replace({ _id, version }, next), ...audited];
  }

  /** @throws ServiceError `no_permissions` when the actor may not change the account. */
  checkChangeable(actor: Actor, user: User): void {
    this.#guard(actor, user);
  }

  /**
   * Finds a user for a change.
   * @throws ServiceError `user_id` when there is no such user, `no_permissions` when the actor may not change them.
   */
  async changeable({ actor }: Pick<CommitCall, 'actor'>, find: () => Promise<User | null>): Promise<User> {
    const user = await find();
    if (!user) throw new ServiceError('user_id', 'User does not exist');
    this.#guard(actor, user);
    return user;
  }

  /** Changes a user, with an event; without a difference nothing is written. @throws ServiceError like `changeable`. */
  async change<Answer>(call: CommitCall, changing: ChangeOfUser<Answer>): Promise<Answer> {
    const { find, change, also = [], answer } = changing;
    return this.#store.commit(call, async () => {
      const user = await this.changeable(call, find);
      const changed = changeUser(user, change(user));
      if (!changed) return { writes: [], answer: answer(user, user) };
      return {
        writes: [...this.replacements(call, user, changed.next), ...also],
        events: [userEvent('updated', changed.next, changed.changed)],
        answer: answer(changed.next, user),
      };
    });
  }

  /** Changes the user with this id and answers true. @throws ServiceError like `changeable`. */
  async changeById(call: CommitCall, id: number, change: ChangeOfUser<true>['change']): Promise<true> {
    return this.change(call, { find: () => this.byId(id), change, answer: () => true });
  }

  /** Stores a new hash of the same password, without an event. A password changed meanwhile stays. */
  async renewHash({ _id, passwordHash }: User, renewed: string): Promise<void> {
    await this.#stored.model.updateOne({ _id, passwordHash }, { $set: { passwordHash: renewed } });
  }
}

/** The sort order and the part of a list of users. */
export interface UserPage {
  readonly sort: Readonly<Record<string, 1 | -1>>;
  readonly offset: number;
  readonly limit: number;
}

/** A change to a user: whom to change, how, and what to answer. */
export interface ChangeOfUser<Answer> {
  find(): Promise<User | null>;
  change(user: User): UserChange;
  /** Further writes, only made if the change is. */
  readonly also?: readonly Write[];
  /** Stored for repeated requests, so it must not contain secrets. */
  answer(user: User, before: User): Answer;
}
