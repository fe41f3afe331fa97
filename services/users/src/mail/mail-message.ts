/** A mail as it goes out. */
export interface MailMessage {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a kind of mail says. */
export interface MailBody extends Omit<MailMessage, 'to'> {
  /** What of it nobody but the receiver may read. */
  readonly secret?: string;
}
