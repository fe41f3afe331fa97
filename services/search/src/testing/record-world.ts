import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import {
  can,
  commentsChanged,
  eventSubject,
  recordsFindByName,
  recordsPostTypes,
  recordsSearchDocuments,
  recordsViewable,
  ServiceError,
  type Actor,
  type SearchDocument,
} from '@svc/contracts';
import type { ServiceBed } from '@svc/service-kit/testing';

const statusField = { status_key: 'overall_status', archived_key: 'closed' };
const postTypes = [
  { post_type: 'contacts', label_singular: 'Contact', status_field: statusField },
  { post_type: 'groups', label_singular: 'Group' },
  { post_type: 'peoplegroups', label_singular: 'People Group' },
];

/** What a test says of a record; the rest has defaults. */
export type RecordChange = Partial<Omit<SearchDocument, 'id' | 'version' | 'visibility'>> &
  Partial<SearchDocument['visibility']>;

/** A comment as tests tell it; on a contact unless it says otherwise. */
interface WorldComment {
  readonly id: number;
  readonly record_id: number;
  readonly content: string;
  readonly post_type?: string;
}

/** Stands for the records and comments services: keeps records, answers for them, and tells their changes as events. */
export class RecordWorld {
  readonly #bed: ServiceBed;
  readonly #records = new Map<number, SearchDocument>();
  readonly #comments = new Map<number, WorldComment & { version: number }>();
  /** Records that nobody may view, whatever the index says. */
  readonly hidden = new Set<number>();
  /** Comments does not answer what has become of comments. */
  isWithoutComments = false;
  /** Longest time that reading a record's state takes, in milliseconds; each time another. */
  slowness = 0;
  #lastId = 1_000;

  private constructor(bed: ServiceBed) {
    this.#bed = bed;
  }

  static async open(bed: ServiceBed): Promise<RecordWorld> {
    const world = new RecordWorld(bed);
    await bed.standIn(recordsSearchDocuments, (input) => world.#documents('ids' in input ? input.ids : []));
    await bed.standIn(recordsViewable, ({ ids }, actor) => ({ records: world.#viewable(ids, actor) }));
    await bed.standIn(recordsFindByName, ({ text, post_types }, actor) => ({
      records: world.#named(text, post_types, actor),
    }));
    await bed.standIn(commentsChanged, ({ comments }) => {
      if (world.isWithoutComments) throw new ServiceError('service_unavailable', 'Not now.');
      return world.#changed(comments);
    });
    await bed.standIn(recordsPostTypes, (_input, actor) => ({
      post_types: postTypes.filter(({ post_type }) => can(actor, `access_${post_type}`)),
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

  /** Changes a record, or makes it under an id, and tells it. */
  async update(id: number, change: RecordChange): Promise<void> {
    this.change(id, change);
    await this.tellRecord(id, 'updated');
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

  async delete(id: number): Promise<void> {
    const record = this.#records.get(id);
    this.#records.delete(id);
    await this.tellRecord(id, 'deleted', record);
  }

  /** Publishes the event of a record's change. */
  async tellRecord(id: number, verb: string, record = this.#records.get(id)): Promise<void> {
    const { post_type = 'contacts', name = '', version = 1, visibility } = record ?? {};
    const data = {
      record: { id, post_type, name, version },
      changed: {},
      visibility: visibility ?? { shared_with: [], type: '', sources: [] },
    };
    await this.#publish({ entity: 'record', postType: post_type, verb }, data);
  }

  /** Publishes the event of a comment's change. */
  async tellComment(told: WorldComment & { version?: number }, verb = 'created'): Promise<void> {
    const comment = { post_type: 'contacts', version: 1, ...told };
    if (verb === 'deleted') this.#comments.delete(comment.id);
    else this.changeComment(comment);
    const data = { comment: { type: 'comment', author_id: 3, ...comment } };
    await this.#publish({ entity: 'comment', postType: comment.post_type, verb }, data);
  }

  /** Changes a comment, or makes it, and tells nobody; an older version than there is changes nothing. */
  changeComment(comment: WorldComment & { version: number }): void {
    if ((this.#comments.get(comment.id)?.version ?? 0) <= comment.version)
      this.#comments.set(comment.id, comment);
  }

  /** Deletes a comment and tells nobody. */
  dropComment(id: number): void {
    this.#comments.delete(id);
  }

  /** Deletes a record and tells nobody. */
  drop(id: number): void {
    this.#records.delete(id);
  }

  async #publish(
    { entity, postType, verb }: { entity: string; postType: string; verb: string },
    data: Record<string, unknown>,
  ): Promise<void> {
    const event = {
      specversion: '1.0',
      id: randomUUID(),
      source: '/svc/test',
      type: `svc.${entity}.${verb}`,
      subject: 'test',
      time: new Date().toISOString(),
      datacontenttype: 'application/json',
      data: { commit_id: randomUUID(), actor: { kind: 'system', user_id: 0, display_name: 'test' }, ...data },
    };
    const jetstream = this.#bed.bus.jetstream();
    await jetstream.publish(eventSubject(entity, postType, verb), JSON.stringify(event), { msgID: event.id });
  }

  async #documents(ids: readonly number[]): Promise<{ documents: SearchDocument[] }> {
    const documents = ids.flatMap((id) => this.#records.get(id) ?? []);
    if (this.slowness > 0) await delay(Math.random() * this.slowness);
    return { documents };
  }

  #named(text: string, postTypes: readonly string[], actor: Actor) {
    const ids = [...this.#records.values()]
      .filter(
        ({ post_type, name }) =>
          postTypes.includes(post_type) && name.toLowerCase().includes(text.toLowerCase()),
      )
      .map(({ id }) => id);
    return this.#viewable(ids, actor);
  }

  #changed(known: readonly { id: number; version: number }[]) {
    const changed = known.flatMap(({ id, version }) => {
      const now = this.#comments.get(id);
      return now && now.version !== version ? [{ id, record_id: now.record_id, content: now.content }] : [];
    });
    return { changed, gone: known.map(({ id }) => id).filter((id) => !this.#comments.has(id)) };
  }

  #viewable(ids: readonly number[], actor: Actor) {
    return ids
      .flatMap((id) => this.#records.get(id) ?? [])
      .filter((record) => !this.hidden.has(record.id) && mayView(record, actor))
      .map(({ id, post_type, name, version }) => ({
        ...{ id, post_type, name, version, post_date: '2026-11-20 12:20:40' },
        ...(post_type === 'contacts' ? { status: 'active', status_option: { label: 'Active' } } : {}),
      }));
  }
}

function mayView({ post_type, visibility }: SearchDocument, actor: Actor): boolean {
  const isOpen = ['access', 'user', 'access_placeholder'].includes(visibility.type);
  return (
    visibility.shared_with.includes(actor.userId) ||
    can(actor, `view_any_${post_type}`) ||
    (post_type === 'contacts' && isOpen && can(actor, 'dt_all_access_contacts'))
  );
}
