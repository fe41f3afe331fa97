import { msg, ServiceError } from '@svc/contracts';
import { Collection, type Commit, type CommitCall, type Store } from '@svc/service-kit/store';
import {
  contentOf,
  toRole,
  type InstallationRole,
  type RoleChange,
  type RoleContent,
} from './installation-role.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Role } from './role-catalogue.ts';

/** A counter of changes; instances compare it to decide whether their catalogue is stale. */
interface RolesRevision {
  readonly _id: string;
  readonly revision: number;
}

const revisionId = 'roles';

/** Maximum number of stored changes of a role. */
const maxHistory = 50;

type Extra = Pick<Commit<unknown>, 'writes' | 'events'>;
const nothingElse: Extra = { writes: [] };

/**
 * The roles of the installation, and the catalogue of all roles in memory. `refresh` brings the catalogue up to date before an operation
 * uses it, so that no instance gives rights that a role has lost.
 */
export class InstallationRoles {
  /** The roles of program and extensions, which win over one of the installation with the same key. */
  readonly declared: ReadonlyMap<string, Role>;
  readonly #catalogue: Map<string, Role>;
  readonly #store: Store;
  readonly #stored: Collection<InstallationRole>;
  readonly #revisions: Collection<RolesRevision>;
  readonly #audit: AuditLog;
  #known: number | undefined;

  constructor(store: Store, declared: ReadonlyMap<string, Role>, audit: AuditLog) {
    this.#audit = audit;
    this.declared = declared;
    this.#catalogue = new Map(declared);
    this.#store = store;
    this.#stored = new Collection<InstallationRole>(store, 'roles');
    this.#revisions = new Collection<RolesRevision>(store, 'roles_revision');
  }

  /** All roles, as of the last `refresh`; always the same object. */
  get catalogue(): ReadonlyMap<string, Role> {
    return this.#catalogue;
  }

  async prepare(): Promise<void> {
    const insert = { $setOnInsert: { revision: 0 } };
    await this.#revisions.model.updateOne({ _id: revisionId }, insert, { upsert: true });
    await this.refresh();
  }

  /** Reads the roles of the installation again, if they have changed. */
  async refresh(): Promise<void> {
    const revision = await this.#revision();
    if (revision === this.#known) return;
    const current = await this.#stored.model
      .find({ deletedAt: null })
      .sort({ _id: 1 })
      .lean<InstallationRole[]>();
    for (const key of this.#catalogue.keys()) if (!this.declared.has(key)) this.#catalogue.delete(key);
    for (const role of current) if (!this.declared.has(role._id)) this.#catalogue.set(role._id, toRole(role));
    this.#known = revision;
  }

  /** The roles of the installation, by key. */
  async all(): Promise<Map<string, InstallationRole>> {
    const roles = await this.#stored.model.find({ deletedAt: null }).lean<InstallationRole[]>();
    return new Map(roles.map((role) => [role._id, role]));
  }

  /** @throws ServiceError `role_exists` when another role has this key. */
  async create<Answer>(
    call: CommitCall,
    { key, content }: { key: string; content: RoleContent },
    answerOf: (role: InstallationRole) => Answer,
  ): Promise<Answer> {
    return this.#change(call, async () => {
      const found = await this.#stored.model.findById(key).lean<InstallationRole>();
      if (this.declared.has(key) || (found && !found.deletedAt))
        throw new ServiceError('role_exists', msg`There is a role ${key} already; choose another key.`);
      const history = withChange(found, call, { action: 'created', before: null, after: content });
      const role = { _id: key, ...content, deletedAt: null, history, version: (found?.version ?? 0) + 1 };
      const write = found
        ? this.#stored.replace({ _id: key, version: found.version }, role)
        : this.#stored.insert(role);
      const audited = { action: 'role.created', subject: `roles/${key}`, after: content };
      return { writes: [write, this.#audit.write(call, audited)], answer: answerOf(role) };
    });
  }

  /** @throws ServiceError `invalid_role` when the installation has no such role, or what `change` throws. */
  async update<Answer>(
    call: CommitCall,
    key: string,
    { change, alsoOf, answerOf }: RoleUpdate<Answer>,
  ): Promise<Answer> {
    return this.#change(call, async () => {
      const found = await this.#existing(key);
      const content = change(found);
      const next = content ?? contentOf(found);
      const history = withChange(found, call, {
        action: content ? 'updated' : 'deleted',
        before: contentOf(found),
        after: content,
      });
      const deletedAt = content ? null : new Date();
      const role = { ...found, ...next, deletedAt, history, version: found.version + 1 };
      const { writes, events = [] } = (await alsoOf?.(found)) ?? nothingElse;
      const replacement = this.#stored.replace({ _id: key, version: found.version }, role);
      const audited = this.#audit.write(call, {
        action: content ? 'role.changed' : 'role.deleted',
        subject: `roles/${key}`,
        before: contentOf(found),
        after: content,
      });
      return { writes: [replacement, audited, ...writes], events, answer: answerOf(role) };
    });
  }

  /** Serializes changes: each has to increase the revision that it has read. */
  async #change<Answer>(call: CommitCall, build: () => Promise<Commit<Answer>>): Promise<Answer> {
    return this.#store.commit(call, async () => {
      const revision = await this.#revision();
      const commit = await build();
      const step = this.#revisions.update({ _id: revisionId, revision }, { $inc: { revision: 1 } });
      return { ...commit, writes: [step, ...commit.writes] };
    });
  }

  async #existing(key: string): Promise<InstallationRole> {
    const role = await this.#stored.model.findOne({ _id: key, deletedAt: null }).lean<InstallationRole>();
    if (role) return role;
    const message = this.declared.has(key)
      ? msg`The program or an extension declares the role ${key}, which cannot be changed. Create a role with its permissions, and change that.`
      : msg`Unknown role ${key}.`;
    throw new ServiceError('invalid_role', message);
  }

  async #revision(): Promise<number> {
    return (await this.#revisions.model.findById(revisionId).lean<RolesRevision>())?.revision ?? 0;
  }
}

/** A change of a role: its next content, null to delete it, further writes, and the answer. */
interface RoleUpdate<Answer> {
  /** @throws ServiceError when the caller may not make the change. */
  readonly change: (role: InstallationRole) => RoleContent | null;
  readonly alsoOf?: (role: InstallationRole) => Promise<Extra>;
  readonly answerOf: (role: InstallationRole) => Answer;
}

function withChange(
  role: InstallationRole | null,
  { actor: { userId, displayName } }: CommitCall,
  change: Pick<RoleChange, 'action' | 'before' | 'after'>,
): RoleChange[] {
  const made = { at: new Date(), by: { userId, displayName }, ...change };
  return [...(role?.history ?? []), made].slice(-maxHistory);
}
