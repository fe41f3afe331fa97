import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  can,
  commentsChanged,
  commentsSearchCounts,
  commentsSearchDocuments,
  eventSubject,
  recordsFindByText,
  recordsPostTypes,
  recordsSearchCounts,
  recordsSearchDocuments,
  recordsViewable,
  ServiceError,
  type Actor,
  type CommentDocument,
  type Grant,
  type InputOf,
  type SearchDocument,
} from '@svc/contracts';
import type { ServiceHarness } from '@svc/testing';

const statusField = { status_key: 'overall_status', archived_key: 'closed' };
const postTypes = [
  { post_type: 'contacts', label_singular: 'Contact', status_field: statusField },
  { post_type: 'groups', label_singular: 'Group' },
  { post_type: 'peoplegroups', label_singular: 'People Group' },
];

/** What a test says of a record; the rest has defaults. */
export type RecordChange = Partial<Omit<SearchDocument, 'id' | 'version' | 'visibility'>> &
  Partial<SearchDocument['visibility']>;

/** What a test says of a comment. */
interface CommentChange {
  readonly id: number;
  readonly record_id: number;
  readonly content: string;
  readonly version?: number;
  /** Of the record; contacts unless it says otherwise. */
  readonly post_type?: string;
}

/** A walk through documents, or some of them. */
type Asked = { ids: readonly number[] } | { after: number; limit: number };

/** Stands for the records and comments services: keeps records, answers for them, and tells their changes as events. */
export class RecordWorld {
  readonly #harness: ServiceHarness;
  readonly #records = new Map<number, SearchDocument>();
  readonly #comments = new Map<number, CommentDocument>();
  readonly #deletedComments = new Set<number>();
  /** Most documents of a page of a walk. */
  pageSize = 5_000;
  /** Records that nobody may view, whatever the index says. */
  readonly hidden = new Set<number>();
  /** Contacts in the status of archived ones; all others are active. */
  readonly archived = new Set<number>();
  /** Records finds texts in names and channels by itself; else only what the engine finds is seen. */
  findsTexts = false;
  /** Until when it does not answer that. */
  lateness: Promise<unknown> = Promise.resolve();
  /** Comments does not answer what has become of comments. */
  isWithoutComments = false;
  /** Longest time that reading a record's state takes, in milliseconds; each time another. */
  slowness = 0;
  /** Until when what the index is made of is not told to anybody. */
  silence: Promise<unknown> = Promise.resolve();
  #lastId = 1_000;

  private constructor(harness: ServiceHarness) {
    this.#harness = harness;
  }

  static async open(harness: ServiceHarness): Promise<RecordWorld> {
    const world = new RecordWorld(harness);
    await harness.standIn(recordsSearchDocuments, (input) => world.#documents(world.#records, input));
    await harness.standIn(recordsSearchCounts, () => ({ counts: countsOf(world.#records) }));
    await harness.standIn(commentsSearchDocuments, (input) => world.#documents(world.#comments, input));
    await harness.standIn(commentsSearchCounts, () => ({ counts: countsOf(world.#comments) }));
    await harness.standIn(recordsViewable, ({ ids }, actor) => ({ records: world.#viewable(ids, actor) }));
    await harness.standIn(recordsFindByText, async (input, actor) => {
      await world.lateness;
      return { records: world.findsTexts ? world.#withText(input, actor) : [] };
    });
    await harness.standIn(commentsChanged, ({ comments }) => {
      if (world.isWithoutComments) throw new ServiceError('service_unavailable', 'Not now.');
      return world.#changed(comments);
    });
    await harness.standIn(recordsPostTypes, (_input, actor) => ({
      post_types: postTypes
        .filter(({ post_type }) => can(actor, `access_${post_type}`))
        .map((type) => ({ ...type, grants: grantsOf(type.post_type, actor) })),
    }));
    return world;
  }

  /** An id that nothing has. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** Makes a record and tells it. */
  async create(change: RecordChange): Promise<number> {
    const id = this.nextId();
    await this.update(id, change);
    return id;
  }

  /** Makes a record of each name, and tells them all at once: search takes their events together. */
  async createAll(names: readonly string[], change: RecordChange): Promise<number[]> {
    return Promise.all(names.map((name) => this.create({ ...change, name })));
  }

  /** Makes a comment and tells it; returns its id. */
  async comment(record_id: number, content: string, post_type = 'contacts'): Promise<number> {
    const id = this.nextId();
    await this.sendComment({ id, record_id, content, post_type });
    return id;
  }

  /** Changes a record, or makes it under an id, and tells it. */
  async update(id: number, change: RecordChange): Promise<void> {
    this.change(id, change);
    await this.sendRecord(id, 'updated');
  }

  /** Changes a record and tells nobody. */
  change(id: number, change: RecordChange): void {
    const before = this.#records.get(id);
    const { shared_with, type, sources, ...rest } = change;
    this.#records.set(id, {
      id,
      post_type: 'contacts',
      name: '',
      texts: [],
      ...before,
      ...rest,
      version: (before?.version ?? 0) + 1,
      visibility: {
        shared_with: shared_with ?? before?.visibility.shared_with ?? [],
        type: type ?? before?.visibility.type ?? 'personal',
        sources: sources ?? before?.visibility.sources ?? [],
      },
    });
  }

  /** Has a record be something else under the version that it has, as after a backup, and tells nobody. */
  replace(id: number, change: RecordChange): void {
    const before = this.#records.get(id);
    this.change(id, change);
    const now = this.#records.get(id);
    if (before && now) this.#records.set(id, { ...now, version: before.version });
  }

  async delete(id: number): Promise<void> {
    const record = this.#records.get(id);
    this.drop(id);
    await this.sendRecord(id, 'deleted', record);
  }

  /** Deletes a record with its comments and tells nobody. */
  drop(id: number): void {
    this.#records.delete(id);
    for (const comment of this.#comments.values()) if (comment.record_id === id) this.dropComment(comment.id);
  }

  /** Deletes a comment and tells nobody. */
  dropComment(id: number): void {
    this.#comments.delete(id);
    this.#deletedComments.add(id);
  }

  /** Changes a comment, or makes it, and tells nobody. */
  changeComment({ version = 1, ...comment }: CommentChange): void {
    if (this.#deletedComments.has(comment.id)) return;
    if ((this.#comments.get(comment.id)?.version ?? 0) > version) return;
    this.#comments.set(comment.id, { post_type: 'contacts', ...comment, version });
  }

  /** All records that there are. */
  get records(): readonly SearchDocument[] {
    return [...this.#records.values()];
  }

  /** All comments of records that there are. */
  get comments(): readonly CommentDocument[] {
    return [...this.#comments.values()].filter(({ record_id: id }) => this.#records.has(id));
  }

  /** Publishes the event of a record's change. */
  async sendRecord(id: number, verb: string, record = this.#records.get(id)): Promise<void> {
    const { post_type = 'contacts', name = '', version = 1, visibility } = record ?? {};
    const data = {
      record: { id, post_type, name, version },
      changed: {},
      visibility: visibility ?? { shared_with: [], type: '', sources: [] },
    };
    await this.#publish('record', post_type, verb, data);
  }

  /** Publishes the event of a comment's change. */
  async sendComment(comment: CommentChange, verb = 'created'): Promise<void> {
    if (verb === 'deleted') this.dropComment(comment.id);
    else this.changeComment(comment);
    const told = { post_type: 'contacts', type: 'comment', author_id: 3, version: 1, ...comment };
    await this.#publish('comment', told.post_type, verb, { comment: told });
  }

  async #publish(entity: string, postType: string, verb: string, data: object): Promise<void> {
    const actor = { kind: 'system', user_id: 0, display_name: 'test' };
    const content = {
      specversion: '1.0',
      id: randomUUID(),
      source: '/svc/test',
      type: `svc.${entity}.${verb}`,
      subject: 'test',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data: { commit_id: randomUUID(), actor, ...data },
    };
    const subject = eventSubject(entity, postType, verb);
    await this.#harness.publish({ id: content.id, subject, content });
  }

  async #documents<Document>(
    all: ReadonlyMap<number, Document>,
    asked: Asked,
  ): Promise<{ documents: Document[] }> {
    const ids = 'ids' in asked ? asked.ids : this.#idsAfter(all, asked);
    await this.silence;
    const documents = ids.flatMap((id) => all.get(id) ?? []);
    if (this.slowness > 0) await delay(Math.random() * this.slowness);
    return { documents };
  }

  #idsAfter(all: ReadonlyMap<number, unknown>, { after, limit }: { after: number; limit: number }): number[] {
    const ids = [...all.keys()].filter((id) => id > after).sort((one, other) => one - other);
    return ids.slice(0, Math.min(limit, this.pageSize));
  }

  #withText({ text, post_types, within }: InputOf<typeof recordsFindByText>, actor: Actor) {
    const holds = (whole: string) => whole.toLowerCase().includes(text.toLowerCase());
    return this.records
      .filter((record) => post_types.includes(record.post_type) && mayView(record, actor))
      .map(({ id, version, name, texts }) => {
        const channel = texts.find(({ field, text: whole }) => field.startsWith('contact_') && holds(whole));
        return {
          id,
          version,
          ...(within.includes('name') && holds(name) && { name }),
          ...(within.includes('comms') && channel && { channel: channel.text }),
        };
      })
      .filter((found) => 'name' in found || 'channel' in found);
  }

  #changed(known: readonly { id: number; version: number }[]) {
    const changed = known.flatMap(({ id, version }) => {
      const now = this.#comments.get(id);
      return now && now.version !== version ? [now] : [];
    });
    const gone = known.map(({ id }) => id).filter((id) => !this.#comments.has(id));
    return { changed: changed.map(({ id, record_id, content }) => ({ id, record_id, content })), gone };
  }

  #statusOf(id: number) {
    return this.archived.has(id)
      ? { status: 'closed', status_option: { label: 'Archived' } }
      : { status: 'active', status_option: { label: 'Active' } };
  }

  #viewable(ids: readonly number[], actor: Actor) {
    return ids
      .flatMap((id) => this.#records.get(id) ?? [])
      .filter((record) => !this.hidden.has(record.id) && mayView(record, actor))
      .map(({ id, post_type, name, version }) => ({
        id,
        post_type,
        name,
        version,
        post_date: '2026-11-20 12:20:40',
        ...(post_type === 'contacts' ? this.#statusOf(id) : {}),
      }));
  }
}

function countsOf(all: ReadonlyMap<number, { readonly post_type: string }>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { post_type: type } of all.values()) counts[type] = (counts[type] ?? 0) + 1;
  return counts;
}

function mayView({ post_type, visibility }: SearchDocument, actor: Actor): boolean {
  return grantsOf(post_type, actor).some(
    ({ shared_with: userId, types }) =>
      (userId === undefined || visibility.shared_with.includes(userId)) &&
      (!types || types.includes(visibility.type)),
  );
}

function grantsOf(postType: string, actor: Actor): Grant[] {
  if (can(actor, `view_any_${postType}`)) return [{}];
  const isOpen = postType === 'contacts' && can(actor, 'dt_all_access_contacts');
  const open = isOpen ? [{ types: ['access', 'user', 'access_placeholder'] }] : [];
  return [{ shared_with: actor.userId }, ...open];
}
