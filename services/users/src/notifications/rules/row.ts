import type { Audience, Said } from '@svc/contracts';
import type { NotificationName, NotificationType, StoredNotification } from '../../model/notification.ts';

/** One row of the table of notifications: what of an event is told, to whom, and in which words. */
export interface Row<Event> {
  readonly name: NotificationName;
  readonly action: StoredNotification['action'];
  readonly type: NotificationType;
  /** What an event has to tell by this row; known from the event alone. */
  readonly tells: (event: Event) => readonly Telling[];
  readonly note: (parts: NoteParts) => Said;
}

/** One thing to tell. Who did it is never told, whoever else is. */
export interface Telling {
  readonly to: (people: People) => readonly number[];
  readonly fieldKey?: string;
  readonly fieldValue?: string;
  readonly secondaryId?: number;
  /** The note names who is responsible for the record. */
  readonly namesAssignee?: boolean;
}

/** What of users belongs to who may have to be told. */
export interface People {
  /** Who follows the record. */
  readonly followers: readonly number[];
  /** Contact → the user whom it stands for. */
  readonly userOf: ReadonlyMap<number, number>;
  /** Who follows all contacts. */
  readonly followingAll: readonly number[];
  readonly audience: Audience | undefined;
}

/** The parts that a note is made of, ready to be put into it; empty where there is none. */
export interface NoteParts {
  readonly record: string;
  readonly actor: string;
  readonly assignee: string;
  /** Label of an option. */
  readonly option: string;
}
