import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals';
import {
  addComments,
  commentCreated,
  commentEventSchema,
  commentsChanged,
  commentsCreate,
  commentsDelete,
  commentsFindRecords,
  commentsList,
  commentsReact,
  commentsSearchCounts,
  commentsSearchDocuments,
  commentsUpdate,
  moveComments,
  purgeComments,
  recordsAuthorize,
  recordsFilterComments,
  shareMentioned,
  systemActor,
  usersDisplay,
  type Actor,
  type AddedComment,
  type Audience,
  type InputOf,
} from '@svc/contracts';
import type { Connection } from 'mongoose';
import type { z } from 'zod';
import { loadConfig } from '@svc/service-kit';
import { connectStore } from '@svc/service-kit/store';
import { readEvents, ServiceHarness, type Stack, throwAwayStack, until, userActor } from '@svc/testing';
import { commentsSettings } from '../config.ts';
import { startComments } from '../service.ts';

/** Who comments in the tests. Records 100 and above are contacts that Mona, Omar and the link may update. */
export const mona = userActor(3, 'Mona at the time');
export const omar = userActor(4, 'Omar');
export const viewer = userActor(5, 'Vera, who may only view');
export const outsider = userActor(6, 'Otto, who may nothing');
export const link: Actor = { ...userActor(0, 'Partner site', ['update_any_contacts']), kind: 'site_link' };

/** Who may have to be told of any record. */
export const audience: Audience = {
  following: [3, 4],
  asking: [7],
  unfollowing: [8],
  assigned_to: 3,
  subassigned: [21],
};

/** The harness of a suite, open while its tests run; each of them has a record of its own. */
export function harnessOfSuite(): CommentsHarness {
  const harness = new CommentsHarness();
  beforeAll(() => harness.open());
  afterAll(() => harness.close());
  beforeEach(() => {
    harness.record += 10;
  });
  return harness;
}

const mayDo: Readonly<Record<number, readonly string[]>> = { 5: ['view'], 6: [] };

/** Two instances of the comments service over real servers, and stand-ins for records and users. */
export class CommentsHarness {
  /** The record that is commented on: each test takes a new one. */
  record = 100;
  /** Happens once, while records is asked what somebody may do with the record. */
  meanwhile: (() => Promise<unknown>) | undefined;
  /** What extensions make of comments that are listed; without it there are no extensions. */
  filter: ((comments: readonly object[]) => object[]) | undefined;
  /** Whether records says that nothing follows a comment. */
  nothingFollows = false;
  /** What records was asked to filter. */
  readonly filtered: { post_type: string; id: number; caller: number; comments: number }[] = [];
  /** What records was told and asked by commands. */
  readonly #received: z.infer<typeof commentCreated.input>[] = [];
  readonly #shared: z.infer<typeof shareMentioned.input>[] = [];
  #stopRecords = async () => {};
  #harness!: ServiceHarness;
  #stack!: Stack;
  #database!: Connection;
  /** Ids that the service does not come to. */
  #seeded = 1_000_000;

  async open(): Promise<void> {
    this.#stack = await throwAwayStack();
    const harness = (this.#harness = await ServiceHarness.open(this.#stack));
    this.#database = await connectStore({ url: this.#stack.mongodbUrl, service: 'comments' });
    harness.onClose(() => this.#database.close());
    await harness.standIn(
      recordsAuthorize,
      async ({ post_type, id, action, with_audience: withAudience, to_comment: toComment }, actor) => {
        const { meanwhile } = this;
        this.meanwhile = undefined;
        await meanwhile?.();
        const may = mayDo[actor.userId] ?? ['view', 'update'];
        const allowed = post_type === 'contacts' && id >= 100 && may.includes(action);
        return {
          allowed,
          ...(allowed && withAudience && { name: 'Mary', audience }),
          ...(allowed && toComment && this.nothingFollows && { nothing_follows: true as const }),
          ...(allowed && this.filter && { filters_comments: true as const }),
        };
      },
    );
    await harness.standIn(recordsFilterComments, ({ comments, ...record }, actor) => {
      this.filtered.push({ ...record, caller: actor.userId, comments: comments.length });
      return { comments: this.filter ? this.filter(comments) : comments };
    });
    await harness.standIn(usersDisplay, ({ user_ids }) => {
      const known = [{ id: 3, display_name: 'Mona Multiplier', avatar: 'https://avatar.test/3' }];
      return { users: known.filter(({ id }) => user_ids.includes(id)) };
    });
    await harness.carryOut(shareMentioned, (input) => {
      this.#shared.push(input);
      return { shared_with: [...input.user_ids] };
    });
    await this.startRecords();
    await this.#start();
    await this.#start();
  }

  create(actor: Actor, input: Partial<InputOf<typeof commentsCreate>> = {}, idempotencyKey?: string) {
    const origin = { ip: '127.0.0.1', user_agent: 'test' };
    const defaults = { ...this.#address, comment: 'first comment', silent: false, origin };
    const options = idempotencyKey ? { idempotencyKey } : {};
    return this.#harness.call(commentsCreate, { ...defaults, ...input }, actor, options);
  }

  list(actor: Actor = mona, page: { number?: number; offset?: number } = {}) {
    return this.#harness.call(commentsList, { ...this.#address, ...page }, actor);
  }

  /** The records of a type that are found by a text in their comments. */
  found(text: string, postType = 'contacts', options: { milliseconds?: number } = {}) {
    return this.#harness.call(commentsFindRecords, { post_type: postType, text }, mona, options);
  }

  /** What has become of comments, as the search asks for it. */
  changed(comments: InputOf<typeof commentsChanged>['comments']) {
    return this.#harness.call(commentsChanged, { comments }, systemActor('search'));
  }

  /** Comments as the search index stores them. */
  async searchDocuments(input: InputOf<typeof commentsSearchDocuments>) {
    return (await this.#harness.call(commentsSearchDocuments, input, systemActor('search'))).documents;
  }

  /** How many comments there are, by post type. */
  async searchCounts() {
    return (await this.#harness.call(commentsSearchCounts, {}, systemActor('search'))).counts;
  }

  /** Stores a comment of each of many contacts beside the operations; the contacts' ids. */
  async seed(count: number, content: string): Promise<number[]> {
    const firstId = this.#seeded;
    this.#seeded += count;
    const ids = Array.from({ length: count }, (_, index) => firstId + index);
    const written = { date: new Date(), createdAt: new Date(), version: 1 };
    const author = { authorId: 3, authorName: 'Mona', authorEmail: '', ip: '', agent: '' };
    const common = { postType: 'contacts', content, type: 'comment', meta: [], ...author, ...written };
    const comments = ids.map((id) => ({ _id: id, recordId: id, ...common }));
    await this.#database.collection('comments').insertMany(comments as never[]);
    return ids;
  }

  update(actor: Actor, commentId: string, changes: Partial<InputOf<typeof commentsUpdate>> = {}) {
    const defaults = { ...this.#address, comment_id: Number(commentId), comment: 'changed' };
    return this.#harness.call(commentsUpdate, { ...defaults, ...changes }, actor);
  }

  remove(actor: Actor, commentId: string, address: { id?: number; post_type?: string } = {}) {
    const input = { ...this.#address, comment_id: Number(commentId), ...address };
    return this.#harness.call(commentsDelete, input, actor);
  }

  react(
    actor: Actor,
    commentId: string,
    reaction = 'reaction_heart',
    more: { id?: number; post_type?: string; idempotencyKey?: string } = {},
  ) {
    const { idempotencyKey, ...address } = more;
    const input = { ...this.#address, comment_id: Number(commentId), reaction, ...address };
    return this.#harness.call(commentsReact, input, actor, idempotencyKey ? { idempotencyKey } : {});
  }

  /** Has the comments of the record purged, as records asks for it; those of a merged one belong to another. */
  purge(movedTo?: number) {
    const merged = movedTo === undefined ? {} : { moved_to: movedTo };
    const input = { post_type: 'contacts', record_id: this.record, ...merged };
    return this.#harness.command(purgeComments, input, 'records');
  }

  /** Has comments added to the record, as records asks for it. */
  add(
    comments: readonly (Partial<AddedComment> & { text: string })[],
    options: { discarded?: boolean; record_name?: string; audience?: Audience } = {},
  ) {
    const user = { display_name: 'Mona then', email: 'user3@example.test' };
    const defaults = {
      author: { kind: 'user' as const, user_id: 3, ...user },
      date: 1_700_000_000,
      silent: true,
    };
    const added = comments.map((comment) => ({ ...defaults, ...comment }));
    const input = { post_type: 'contacts', record_id: this.record, comments: added, ...options };
    return this.#harness.command(addComments, input, 'records');
  }

  /** Has the comments of the record moved to another one, as records asks for it. */
  moveTo(record: number) {
    const input = { post_type: 'contacts', from_id: this.record, to_id: record };
    return this.#harness.command(moveComments, input, 'records');
  }

  /** Records hears of new comments from now on. */
  async startRecords(): Promise<void> {
    this.#stopRecords = await this.#harness.carryOut(commentCreated, (input) => {
      this.#received.push(input);
      return { done: true as const };
    });
  }

  /** Records does not hear of new comments from now on. */
  async stopRecords(): Promise<void> {
    await this.#stopRecords();
  }

  /** What records was told of new comments of the record, once there are that many. */
  commandsReceived(count: number) {
    return until(() => {
      const ofRecord = this.#received.filter((input) => input.record_id === this.record);
      const comments = ofRecord.flatMap((input) => input.comments);
      expect(comments).toHaveLength(count);
      return comments;
    });
  }

  /** With whom records was asked to share the record, once it was that often. */
  sharings(count: number) {
    return until(() => {
      const ofRecord = this.#shared.filter((input) => input.record_id === this.record);
      expect(ofRecord).toHaveLength(count);
      return ofRecord;
    });
  }

  /** The events of the record's comments once there are that many, as consumers read them. */
  events(count: number) {
    return until(async () => {
      const all = await readEvents(this.#harness.bus, 'svc.events.comment.>');
      const told = all
        .map((event) => ({ verb: event.type, ...commentEventSchema.parse(event).data.comment }))
        .filter((event) => event.record_id === this.record);
      expect(told).toHaveLength(count);
      return told;
    });
  }

  async close(): Promise<void> {
    await this.#harness.close();
    await this.#stack.stop();
  }

  get #address() {
    return { post_type: 'contacts', id: this.record };
  }

  async #start(): Promise<void> {
    const context = await this.#harness.context('comments');
    const config = loadConfig(commentsSettings, { MONGODB_URL: this.#stack.mongodbUrl });
    const instance = await startComments(context, config);
    this.#harness.onClose(() => instance.stop());
  }
}
