import type { Doer, UserName } from './changes.ts';
import type { Expected, Seen } from './foretelling.ts';

/** A notification as a user reads it on the web. */
export interface Read {
  name: string;
  action: string;
  record: number;
  source: number;
  secondary: number;
  key: string;
  value: string;
  note: string;
  channels: string;
  isUnread: boolean;
}

/** A record, and where it is. */
export interface Place {
  readonly id: number;
  readonly type: Seen['type'];
}

/** A comment that somebody wrote. */
export interface WrittenComment {
  readonly id: number;
  readonly record: Place;
  readonly by: Doer;
  text: string;
}

interface Kept extends Omit<Expected, 'type'> {
  isUnread: boolean;
  readonly channels: readonly string[];
  readonly comment: WrittenComment | undefined;
}

/** Types that everybody hears of, by both channels. */
const enforced: readonly string[] = ['new_assigned', 'mentions', 'updates'];

/** Everything that was foretold, as the two users are to read it now. */
export class ExpectedNotifications {
  readonly #gatewayUrl: string;
  readonly #named = new Map<number, Place & { readonly name: string }>();
  readonly #off: Record<UserName, Set<string>> = { mona: new Set(), dora: new Set() };
  #expected: Kept[] = [];
  /** Names of all that was foretold. */
  readonly names = new Set<string>();

  constructor(gatewayUrl: string) {
    this.#gatewayUrl = gatewayUrl;
  }

  /** What a user reads, in no order. */
  read(to: UserName): Read[] {
    return this.#expected
      .filter((each) => each.to === to && each.channels.includes('web'))
      .map((each) => this.#asRead(each))
      .toSorted(byText);
  }

  /** There is a record of this name. */
  name(place: Place, name: string): void {
    this.#named.set(place.id, { ...place, name });
  }

  keep(expected: readonly Expected[], comment?: WrittenComment): void {
    for (const { type, ...told } of expected) {
      const channels = ['web', 'email'].filter(
        (channel) => enforced.includes(type) || !this.#off[told.to].has(`${type}_${channel}`),
      );
      this.names.add(told.name);
      this.#expected.push({ ...told, channels, comment, isUnread: true });
    }
  }

  /** What is told from now on counts this preference the other way round. */
  switch(by: UserName, key: string): void {
    if (!this.#off[by].delete(key)) this.#off[by].add(key);
  }

  /** Somebody has looked at a record. */
  viewed(by: Doer, record: number): void {
    for (const each of this.#expected) if (each.to === by && each.record === record) each.isUnread = false;
  }

  /** A user has marked as unread what they read so. */
  unread(by: Doer, read: Read): void {
    const same = JSON.stringify(read);
    const kept = this.#expected.find((each) => each.to === by && JSON.stringify(this.#asRead(each)) === same);
    if (kept) kept.isUnread = true;
  }

  dropRecord(id: number): void {
    this.#expected = this.#expected.filter(({ record }) => record !== id);
  }

  dropComment(written: WrittenComment): void {
    this.#expected = this.#expected.filter(({ comment }) => comment !== written);
  }

  #asRead({ channels, note, comment, record, ...told }: Kept): Read {
    const { name, action, source, secondary, key, value, isUnread } = told;
    const about = this.#named.get(record);
    const link = `<a href="${this.#gatewayUrl}/${about?.type}/${record}">${about?.name}</a>`;
    const written = comment ? comment.text.replaceAll(/@\[(\w+)\]\(\d+\)/g, '@$1') : '';
    return {
      name,
      action,
      record,
      source,
      secondary,
      key,
      value,
      isUnread,
      channels: channels.join(', '),
      note: note.replace(/\bL\b/, link) + written,
    };
  }
}

/** The order in which lists that have none are compared. */
export function byText(one: object, other: object): number {
  return JSON.stringify(one).localeCompare(JSON.stringify(other));
}
