import type { Audience, MessageTemplate } from '@svc/contracts';
import type { NotificationName, NotificationType, StoredNotification } from '../../model/notification.ts';

/** A notification rule: when, whom and in which words it notifies. */
export interface NotificationRule<Event> {
  readonly name: NotificationName;
  /** `alert` unless stated. */
  readonly action?: StoredNotification['action'];
  readonly type: NotificationType;
  /** The notices of an event, computed from the event alone. */
  readonly notices: (event: Event) => readonly Notice[];
  readonly note: (parts: NoteParts) => MessageTemplate;
}

/** One notification to a set of recipients; users who made the change are removed from it. */
export interface Notice {
  readonly to: (people: PossibleRecipients) => readonly number[];
  readonly fieldKey?: string;
  readonly fieldValue?: string;
  readonly secondaryId?: number;
  /** Whether the note names the record's assignee. */
  readonly namesAssignee?: boolean;
}

/** The users from whom a rule chooses its recipients. */
export interface PossibleRecipients {
  readonly followers: readonly number[];
  /** Contact id → id of the user whom the contact represents. */
  readonly userOf: ReadonlyMap<number, number>;
  /** Users who follow all records, where these are notified of the event. */
  readonly followingAll: readonly number[];
  readonly audience: Audience | undefined;
}

/** The names in a note. */
export interface NoteParts {
  readonly record: string;
  /** Empty for the system. */
  readonly actor: string;
  /** Empty without an assignee. */
  readonly assignee: string;
  /** The label of the milestone's option. */
  readonly option: string;
}
