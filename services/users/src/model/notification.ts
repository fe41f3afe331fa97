/** What can be told; each has a rule in `notifications/rules/`. */
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

/** What users switch on and off: several names may be of one type. */
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

/** By which a user is told. */
export type Channel = 'email' | 'web' | 'push_notifications';

/** Somebody as a notification names them; the user id is 0, and the name may be empty, for who is no user. */
export interface NamedPerson {
  readonly userId: number;
  readonly name: string;
}

/** One thing that one user is told, with everything as it was when it happened. */
export interface StoredNotification {
  readonly _id: number;
  /** Who is told. */
  readonly userId: number;
  readonly name: NotificationName;
  readonly action: 'alert' | 'comment' | 'mentioned';
  readonly type: NotificationType;
  /** Who did it. Nameless: the system. */
  readonly actor: NamedPerson;
  readonly record: { readonly id: number; readonly postType: string; readonly name: string };
  /** Who was responsible for the record, where the note names them. */
  readonly assignee?: NamedPerson;
  readonly fieldKey: string;
  readonly fieldValue: string;
  /** Id of the comment, or of the user who declined; else 0. */
  readonly secondaryId: number;
  /** Of a mention or a comment: its text as it was then, and as it is since it was changed. HTML, cleaned. */
  readonly comment?: { readonly original: string; readonly current?: string; readonly version: number };
  /** When it happened. */
  readonly at: Date;
  /** Whether it is unread, and since when: a view after that makes it read. */
  readonly isUnread: boolean;
  readonly unreadSince: Date;
  /** Those that were open when it was made. */
  readonly channels: readonly Channel[];
  readonly eventId: string;
  readonly commitId: string;
}
