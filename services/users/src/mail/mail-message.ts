/** A mail as it goes out. */
export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  /** Whose words it has; absent where it has the service's own. */
  readonly writer?: { readonly name: string; readonly replyTo?: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a kind of mail says. */
export interface MailBody extends Omit<MailMessage, 'to' | 'writer'> {
  /** What of it nobody but the receiver may read. */
  readonly secret?: string;
}
