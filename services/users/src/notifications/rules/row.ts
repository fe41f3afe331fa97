import type { Audience, Said } from '@svc/contracts';
import type { NotificationName, NotificationType, StoredNotification } from '../../model/notification.ts';

/** A notification rule: what it notifies of, whom, and in which words. */
export interface Row<Event> {
  readonly name: NotificationName;
  readonly action: StoredNotification['action'];
  readonly type: NotificationType;
  /** The notices that the rule makes of an event; known from the event alone. */
  readonly tells: (event: Event) => readonly Telling[];
  readonly note: (parts: NoteParts) => Said;
}

/** One thing to notify of. Whoever did it is never among the recipients. */
export interface Telling {
  readonly to: (people: People) => readonly number[];
  readonly fieldKey?: string;
  readonly fieldValue?: string;
  readonly secondaryId?: number;
  /** The note names the assignee of the record. */
  readonly namesAssignee?: boolean;
}

/** The users whom rules choose recipients from. */
export interface People {
  /** Who follows the record. */
  readonly followers: readonly number[];
  /** Contact → the user whom it stands for. */
  readonly userOf: ReadonlyMap<number, number>;
  /** Who follows all contacts. */
  readonly followingAll: readonly number[];
  readonly audience: Audience | undefined;
}

/** The values of a note; empty where there is none. */
export interface NoteParts {
  readonly record: string;
  readonly actor: string;
  readonly assignee: string;
  /** Label of an option. */
  readonly option: string;
}
