/** The names of notifications; each has a rule in `notifications/rules/`. */
export type NotificationName =
  | 'created'
  | 'assigned_to'
  | 'assigned_to_other'
  | 'requires_update'
  | 'milestone'
  | 'contact_info_update'
  | 'share'
  | 'subassigned'
  | 'mention'
  | 'comment'
  | 'assignment_declined';

/** The types that users switch on and off; a type can have several names. */
export type NotificationType =
  | 'new_assigned'
  | 'mentions'
  | 'comments'
  | 'updates'
  | 'changes'
  | 'milestones'
  | 'share'
  | 'subassigned'
  | 'assignment_declined';

/** The ways in which a notification reaches a user. */
export type Channel = 'email' | 'web' | 'push_notifications';

/** A person named in a notification. For somebody who is not a user, the user id is 0 and the name may be empty. */
export interface NamedPerson {
  readonly userId: number;
  readonly name: string;
}

/** A notification of one user, with all names and texts as they were at the time of the event. */
export interface StoredNotification {
  readonly _id: number;
  readonly userId: number;
  readonly name: NotificationName;
  readonly action: 'alert' | 'comment' | 'mentioned';
  readonly type: NotificationType;
  /** The person who made the change; the name is empty for the system. */
  readonly actor: NamedPerson;
  readonly record: { readonly id: number; readonly postType: string; readonly name: string };
  /** The assignee of the record at that time, if the note names them. */
  readonly assignee?: NamedPerson;
  readonly fieldKey: string;
  readonly fieldValue: string;
  /** The id of the comment, or of the user who declined; else 0. */
  readonly secondaryId: number;
  /** For a mention or a comment: its original text, and its current text if it was edited. Cleaned HTML. */
  readonly comment?: { readonly original: string; readonly current?: string; readonly version: number };
  readonly at: Date;
  /** Whether it is unread, and since when: a later view of the record marks it as read. */
  readonly isUnread: boolean;
  readonly unreadSince: Date;
  /** The channels that the user's settings had switched on when the notification was created. */
  readonly channels: readonly Channel[];
  readonly eventId: string;
  readonly commitId: string;
}
