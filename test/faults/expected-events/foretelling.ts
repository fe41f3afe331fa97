import type { Change, UserName, WrittenParts } from './changes.ts';

/** A notification as far as it can be foretold. */
export interface Expected {
  readonly to: UserName;
  readonly name: string;
  readonly action: string;
  readonly record: number;
  readonly source: number;
  readonly secondary: number;
  readonly key: string;
  readonly value: string;
  /** Without the link to the record: `L` stands for it. */
  readonly note: string;
  readonly type: string;
}

/** A record as an onlooker sees it. */
export interface Seen {
  readonly id: number;
  readonly type: 'contacts' | 'groups';
  readonly contactType: string;
  /** 0 for nobody. */
  readonly assignee: number;
  readonly steps: readonly string[];
  readonly phones: readonly string[];
  readonly asksUpdate: boolean;
  /** Users whose contacts it is sub-assigned to. */
  readonly subassigned: readonly number[];
  readonly followers: readonly number[];
  readonly sharedWith: readonly number[];
}

/** Whom and what notifications name. */
export interface Cast {
  readonly ids: Readonly<Record<UserName, number>>;
  readonly names: Readonly<Record<number, string>>;
  /** The labels of steps. */
  readonly stepLabels: Readonly<Record<string, string>>;
}

/** Who did something. */
export interface Source {
  readonly id: number;
  readonly name: string;
}

const userNames: readonly UserName[] = ['mona', 'dora'];

/** Notifications of a request, as the table in docs/notifications.md has them: one function for each way to write. */
export class Foretelling {
  readonly #cast: Cast;

  constructor(cast: Cast) {
    this.#cast = cast;
  }

  created(after: Seen, by: Source): Expected[] {
    const key = after.contactType;
    return this.#to([after.assignee], by, after, {
      name: 'created',
      key,
      type: 'new_assigned',
      note: 'L was created and assigned to you.',
    });
  }

  updated([before, after]: readonly [Seen, Seen], parts: WrittenParts, by: Source): Expected[] {
    const { assignee, followers } = after;
    const others = followers.filter((id) => id !== assignee);
    const name = this.#cast.names[assignee] ?? '';
    const isAssigned = parts.assign !== undefined && assignee !== before.assignee && assignee > 0;
    const isAsked = parts.asksUpdate === true && !before.asksUpdate && after.asksUpdate;
    const isReached = parts.phone !== undefined && after.phones.join() !== before.phones.join();
    const steps = parts.step === undefined ? [] : after.steps.filter((step) => !before.steps.includes(step));
    const subassigned =
      parts.subassign === undefined ? [] : after.subassigned.filter((id) => !before.subassigned.includes(id));
    const inCharge = followers.filter((id) => id === assignee || after.subassigned.includes(id));
    const asked = name === '' ? 'An update is requested on L.' : `@${name}, an update is requested on L.`;
    return [
      ...this.#to(isAssigned ? [assignee] : [], by, after, {
        name: 'assigned_to',
        type: 'new_assigned',
        note: 'You have been assigned: L.',
      }),
      ...this.#to(isAssigned ? others : [], by, after, {
        name: 'assigned_to_other',
        key: 'assigned_to',
        value: String(assignee),
        type: 'changes',
        note: `@${by.name} assigned L to @${name}.`,
      }),
      ...this.#to(isAsked ? inCharge : [], by, after, {
        name: 'requires_update',
        type: 'updates',
        note: asked,
      }),
      ...steps.flatMap((value) =>
        this.#to(followers, by, after, {
          name: 'milestone',
          key: 'milestones',
          value,
          type: 'milestones',
          note: `${by.name} added milestone ${this.#cast.stepLabels[value]} on L.`,
        }),
      ),
      ...this.#to(isReached ? followers : [], by, after, {
        name: 'contact_info_update',
        type: 'changes',
        note: `${by.name} modified contact details on L.`,
      }),
      ...this.#to(subassigned, by, after, {
        name: 'subassigned',
        key: 'comments',
        type: 'subassigned',
        note: `${by.name} subassigned L to you.`,
      }),
    ];
  }

  shared(before: Seen, to: number, by: Source): Expected[] {
    return this.#to(before.sharedWith.includes(to) ? [] : [to], by, before, {
      name: 'share',
      key: 'comments',
      type: 'share',
      note: `${by.name} shared L with you.`,
    });
  }

  commented(
    before: Seen,
    {
      id,
      mentions,
      type,
      followingAll,
    }: Pick<Change & { kind: 'comment' }, 'mentions' | 'type'> & {
      readonly id: number;
      /** Users who follow all contacts. */
      readonly followingAll: readonly number[];
    },
    by: Source,
  ): Expected[] {
    const isOpen = before.type === 'contacts' && before.contactType === 'access';
    const hearing = type === 'comment' ? [...before.followers, ...(isOpen ? followingAll : [])] : [];
    const about = { key: 'comments', secondary: id };
    return [
      ...this.#to(
        mentions.map((name) => this.#cast.ids[name]),
        by,
        before,
        {
          ...about,
          name: 'mention',
          action: 'mentioned',
          type: 'mentions',
          note: `${by.name} mentioned you on L saying: \r\n\r\n `,
        },
      ),
      ...this.#to(hearing, by, before, {
        ...about,
        name: 'comment',
        action: 'comment',
        type: 'comments',
        note: `${by.name} commented on L saying: \r\n\r\n `,
      }),
    ];
  }

  declined(after: Seen, by: Source): Expected[] {
    return this.#to([after.assignee], by, after, {
      name: 'assignment_declined',
      secondary: by.id,
      type: 'assignment_declined',
      note: `${by.name} declined assignment on: L.`,
    });
  }

  /** Never to who did it; each user once. */
  #to(
    ids: readonly number[],
    by: Source,
    { id: record }: Seen,
    told: Pick<Expected, 'name' | 'note' | 'type'> & Partial<Expected>,
  ): Expected[] {
    return userNames
      .filter((name) => ids.includes(this.#cast.ids[name]) && this.#cast.ids[name] !== by.id)
      .map((to) => ({
        to,
        action: 'alert',
        record,
        source: by.id,
        secondary: 0,
        key: '',
        value: '',
        ...told,
      }));
  }
}
