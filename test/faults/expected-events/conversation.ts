import { expect } from '@jest/globals';
import { until } from '@svc/service-kit/testing';
import type { Api } from '../../support/http.ts';
import type { Change, Doer, UserName, WrittenParts } from './changes.ts';
import { Foretelling, type Seen, type Source } from './foretelling.ts';
import { byText, ExpectedNotifications, type Place, type Read, type WrittenComment } from './told-so-far.ts';
import type { NotificationWorld } from './told-world.ts';

/** Carries out changes, and foretells by the table alone what each of the two users reads afterwards. */
export class Conversation {
  readonly #at: NotificationWorld;
  readonly #foretelling: Foretelling;
  readonly #expected: ExpectedNotifications;
  readonly #records: Place[] = [];
  readonly #comments: WrittenComment[] = [];
  #created = 0;
  #isFollowingAll = false;
  #isPaused = false;

  constructor(at: NotificationWorld) {
    this.#at = at;
    this.#foretelling = new Foretelling(at.cast);
    this.#expected = new ExpectedNotifications(at.world.gatewayUrl);
  }

  /** Names of all that was foretold. */
  get everExpected(): ReadonlySet<string> {
    return this.#expected.names;
  }

  /** From now on nothing is told: what needs it to be told is left out. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Waits for views, which come a moment after what they answer; anything else that was told too much stays. */
  async isAsExpected(by: UserName): Promise<void> {
    await this.#at.isTold();
    await until(async () => expect(await this.read(by)).toEqual(this.#expected.read(by)));
  }

  /** What a user really reads, in no order. */
  async read(by: UserName): Promise<Read[]> {
    const shown = await this.#list(this.#at.doors[by]);
    return shown.map(readOf).toSorted(byText);
  }

  async #list(door: Api): Promise<Record<string, string>[]> {
    const json = { all: true, page: 0, limit: 1_000, mentions: false };
    const { body } = await door.post<Record<string, string>[]>('svc/v1/notifications/get_notifications', {
      json,
    });
    return body;
  }

  #source(by: Doer): Source {
    if (by === 'link') return { id: 0, name: 'Web form' };
    return { id: this.#at.users[by].id, name: this.#at.users[by].displayName };
  }

  /** Whether it was done, and not refused. */
  async make(change: Change): Promise<boolean> {
    switch (change.kind) {
      case 'create':
        return this.#create(change);
      case 'prefer':
        return this.#prefer(change);
      case 'unread':
        return this.#unread(change);
      case 'edit':
      case 'uncomment':
        return this.#changeComment(change);
      default:
        return this.#onRecord(change);
    }
  }

  async #create({ by, type, assign, silent }: Change & { kind: 'create' }): Promise<boolean> {
    const name = `Record ${this.#created + 1}`;
    const assigned = assign && { assigned_to: this.#at.cast.ids[assign] };
    const json = { name, ...assigned };
    const query = silent ? { silent: 'true' } : {};
    const { status, body } = await this.#at.doors[by].post(`svc-posts/v2/${type}`, { json, query });
    if (status !== 200) return false;
    const place = { id: body['ID'] as number, type };
    this.#records.push(place);
    this.#created += 1;
    this.#expected.name(place, name);
    if (!silent)
      this.#expected.keep(this.#foretelling.created(await this.#at.see(type, place.id), this.#source(by)));
    return true;
  }

  async #onRecord(
    change: Change & { kind: 'update' | 'comment' | 'share' | 'follow' | 'decline' | 'view' | 'delete' },
  ): Promise<boolean> {
    const place = this.#records[change.nth % Math.max(1, this.#records.length)];
    if (!place) return false;
    const path = `svc-posts/v2/${place.type}/${place.id}`;
    const before = await this.#at.see(place.type, place.id);
    switch (change.kind) {
      case 'update':
        return this.#update(change, path, before);
      case 'comment':
        return this.#comment(change, path, before);
      case 'share':
        return this.#share(change, path, before);
      case 'follow':
        return this.#follow(change, path);
      case 'decline':
        return this.#decline(change, before);
      case 'view':
        return this.#view(change, path, before);
      case 'delete':
        return this.#delete(path, place);
    }
  }

  async #update(
    { by, parts, silent }: Change & { kind: 'update' },
    path: string,
    before: Seen,
  ): Promise<boolean> {
    const json = this.#fieldsOf(parts, before.type);
    const query = silent ? { silent: 'true' } : {};
    const { status } = await this.#at.doors[by].post(path, { json, query });
    if (status !== 200) return false;
    const after = await this.#at.see(before.type, before.id);
    if (!silent) this.#expected.keep(this.#foretelling.updated([before, after], parts, this.#source(by)));
    return true;
  }

  #fieldsOf({ assign, phone, step, asksUpdate, subassign }: WrittenParts, type: Seen['type']): object {
    const { ids } = this.#at.cast;
    const steps = step !== undefined && { values: [{ value: this.#at.step(type, step) }] };
    const contact = subassign && this.#at.users[subassign].contactId;
    const isContact = type === 'contacts';
    return {
      ...(assign && { assigned_to: assign === 'nobody' ? '' : ids[assign] }),
      ...(phone && isContact && { contact_phone: [{ value: phone }] }),
      ...(steps && { [isContact ? 'milestones' : 'health_metrics']: steps }),
      ...(asksUpdate !== undefined && { requires_update: asksUpdate }),
      ...(contact && isContact && { subassigned: { values: [{ value: contact }] } }),
    };
  }

  async #comment(
    { by, type, mentions, silent }: Change & { kind: 'comment' },
    path: string,
    before: Seen,
  ): Promise<boolean> {
    const { users } = this.#at;
    const named = mentions.map((name) => `@[${users[name].displayName}](${users[name].id})`);
    const text = [`Word ${this.#comments.length}`, ...named].join(' ');
    const sending = { json: { comment: text, comment_type: type }, query: silent ? { silent: 'true' } : {} };
    const { status, body } = await this.#at.doors[by].post(`${path}/comments`, sending);
    if (status !== 200) return false;
    const written: WrittenComment = { id: Number(body['comment_ID']), record: before, by, text };
    this.#comments.push(written);
    const followingAll = this.#isFollowingAll ? [users.dora.id] : [];
    const about = { id: written.id, mentions, type, followingAll };
    if (!silent) this.#expected.keep(this.#foretelling.commented(before, about, this.#source(by)), written);
    if (type === 'comment') await this.#isAnswered(by, before);
    return true;
  }

  /** A comment of who is responsible, or oversees nothing, ends the waiting for an update; soon after its answer. */
  async #isAnswered(by: Doer, before: Seen): Promise<void> {
    const isInCharge = by === 'mona' || (by === 'dora' && before.assignee === this.#at.users.dora.id);
    if (!before.asksUpdate || !isInCharge) return;
    await until(async () => {
      const now = await this.#at.see(before.type, before.id);
      if (now.asksUpdate) throw new Error(`the comment on ${before.id} does not answer`);
    });
  }

  async #share({ by, to }: Change & { kind: 'share' }, path: string, before: Seen): Promise<boolean> {
    const userId = this.#at.cast.ids[to];
    const { status } = await this.#at.doors[by].post(`${path}/shares`, { json: { user_id: userId } });
    if (status === 200) this.#expected.keep(this.#foretelling.shared(before, userId, this.#source(by)));
    return status === 200;
  }

  async #follow({ by, who, wish }: Change & { kind: 'follow' }, path: string): Promise<boolean> {
    const json = { [wish]: { values: [{ value: String(this.#at.cast.ids[who]) }] } };
    return (await this.#at.doors[by].post(path, { json })).status === 200;
  }

  async #decline({ by }: Change & { kind: 'decline' | 'view' }, before: Seen): Promise<boolean> {
    if (before.type !== 'contacts') return false;
    const path = `svc-posts/v2/contacts/${before.id}/accept`;
    const { status } = await this.#at.doors[by].post(path, { json: { accept: false } });
    if (status !== 200) return false;
    this.#expected.keep(
      this.#foretelling.declined(await this.#at.see('contacts', before.id), this.#source(by)),
    );
    return true;
  }

  async #view({ by }: Change & { kind: 'decline' | 'view' }, path: string, { id }: Seen): Promise<boolean> {
    const { status } = await this.#at.doors[by].get(path);
    if (status !== 200) return false;
    this.#expected.viewed(by, id);
    return true;
  }

  async #delete(path: string, place: Place): Promise<boolean> {
    const { status } = await this.#at.onlooker.delete(path);
    if (status !== 200) return false;
    this.#records.splice(this.#records.indexOf(place), 1);
    this.#expected.dropRecord(place.id);
    for (const written of this.#comments.filter(({ record }) => record.id === place.id))
      this.#forget(written);
    return true;
  }

  async #changeComment({ kind, nth }: Change & { kind: 'edit' | 'uncomment' }): Promise<boolean> {
    const own = this.#comments.filter(({ by }) => by !== 'link');
    const written = own[nth % Math.max(1, own.length)];
    if (!written) return false;
    const path = `svc-posts/v2/${written.record.type}/${written.record.id}/comments/${written.id}`;
    const door = this.#at.doors[written.by];
    const text = `${written.text} once more`;
    const { status } = await (kind === 'edit'
      ? door.post(path, { json: { comment: text } })
      : door.delete(path));
    if (status !== 200) return false;
    if (kind === 'edit') written.text = text;
    else {
      this.#forget(written);
      this.#expected.dropComment(written);
    }
    return true;
  }

  /** What is switched off counts for what happens from then on: all before has to be told by the old settings. */
  async #prefer({ by, key }: Change & { kind: 'prefer' }): Promise<boolean> {
    if (this.#isPaused || (key === 'follow_all' && by !== 'dora')) return false;
    await this.#at.isTold();
    const json = { preference_key: key, type: 'notifications' };
    const { status } = await this.#at.doors[by].post('svc/v1/users/switch_preference', { json });
    if (status !== 200) return false;
    if (key === 'follow_all') this.#isFollowingAll = !this.#isFollowingAll;
    else this.#expected.switch(by, key);
    return true;
  }

  async #unread({ by, nth }: Change & { kind: 'unread' }): Promise<boolean> {
    if (this.#isPaused) return false;
    await this.isAsExpected(by);
    const shown = await this.#list(this.#at.doors[by]);
    const chosen = shown[nth % Math.max(1, shown.length)];
    if (!chosen) return false;
    await this.#at.doors[by].post(`svc/v1/notifications/mark_unread/${chosen['id']}`, { raw: '' });
    this.#expected.unread(by, readOf(chosen));
    return true;
  }

  #forget(written: WrittenComment): void {
    this.#comments.splice(this.#comments.indexOf(written), 1);
  }
}

function readOf(shown: Record<string, string>): Read {
  const text = (key: string) => shown[key] ?? '';
  return {
    name: text('notification_name'),
    action: text('notification_action'),
    record: Number(shown['post_id']),
    source: Number(shown['source_user_id']),
    secondary: Number(shown['secondary_item_id']),
    key: text('field_key'),
    value: text('field_value'),
    isUnread: shown['is_new'] === '1',
    channels: text('channels'),
    note: text('notification_note'),
  };
}
