import type { Audience, MessageTemplate } from '@svc/contracts';
import type { NotificationName, NotificationType, StoredNotification } from '../../model/notification.ts';

/** A notification rule: what it notifies of, whom, and in which words. */
export interface NotificationRule<Event> {
  readonly name: NotificationName;
  readonly action: StoredNotification['action'];
  readonly type: NotificationType;
  /** The notices that the rule makes of an event; known from the event alone. */
  readonly notices: (event: Event) => readonly Notice[];
  readonly note: (parts: NoteParts) => MessageTemplate;
}

/** One thing to notify of. Whoever did it is never among the recipients. */
export interface Notice {
  readonly to: (people: PossibleRecipients) => readonly number[];
  readonly fieldKey?: string;
  readonly fieldValue?: string;
  readonly secondaryId?: number;
  /** The note names the assignee of the record. */
  readonly namesAssignee?: boolean;
}

/** The users whom rules choose recipients from. */
export interface PossibleRecipients {
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
