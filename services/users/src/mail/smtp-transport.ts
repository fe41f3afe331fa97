import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Outcome } from '../queue/delivery.ts';
import type { MailMessage } from './mail-message.ts';
import { outcomeOfRefusal } from './outcome-of-refusal.ts';

/** The most that sending one mail may take, in milliseconds. The lease of a mail is longer. */
const sendTimeoutMs = 120_000;

/** Used where the address does not say otherwise, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** The mails of one transport go out one after the other; nodemailer's own second attempts could send one twice. */
const pooled = { pool: true, maxConnections: 1, maxRequeues: 0 } as const;

/** A mail as nodemailer takes it, with what its types do not know. */
interface Handed extends SendMailOptions {
  /** Ends the connection. */
  readonly signal: AbortSignal;
  /** Called when the server has accepted sender and receiver, and takes the mail. */
  readonly onItsWay: () => void;
}

/** Hands mails to an SMTP server. Names, addresses and subjects are encoded there: none of them ends its header. */
export class SmtpTransport {
  readonly #url: string;
  readonly #from: string;
  #open: ReturnType<typeof opened> | undefined;

  /** @param url `smtp://user:password@host:port`, or `smtps://…`; its parameters are those of nodemailer. */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  /** Never throws. What was on its way when the signal came is `uncertain`. The connection stays for the next mail. */
  async send(message: MailMessage, messageId: string, signal: AbortSignal): Promise<Outcome> {
    const isReused = this.#open !== undefined;
    const outcome = await this.#attempt(message, messageId, signal);
    const isCut = outcome.state === 'waiting' && outcome.isForAll === true;
    if (isCut || outcome.state === 'uncertain') this.close();
    // A server ends connections when it has had enough of them.
    return isCut && isReused && !signal.aborted ? this.send(message, messageId, signal) : outcome;
  }

  /** Ends the connection; the next mail opens another one. */
  close(): void {
    this.#open?.close({ force: true });
    this.#open = undefined;
  }

  async #attempt(message: MailMessage, messageId: string, signal: AbortSignal): Promise<Outcome> {
    let isOnItsWay = false;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(sendTimeoutMs)]);
    const handed: Handed = {
      ...this.#mail(message, messageId),
      signal: limited,
      onItsWay: () => (isOnItsWay = true),
    };
    try {
      this.#open ??= opened(this.#url);
      await this.#open.sendMail(handed);
      return { state: 'sent' };
    } catch (error) {
      return outcomeOfRefusal(error, isOnItsWay);
    }
  }

  #mail({ to, writer, subject, text, html }: MailMessage, messageId: string): SendMailOptions {
    return {
      to,
      subject,
      text,
      html,
      messageId,
      ...(writer
        ? this.#writtenBy(writer)
        : { from: this.#from, headers: { 'Auto-Submitted': 'auto-generated' } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  /** Under the name of its writer, and from an address of ours: servers refuse mails from addresses that are others'. */
  #writtenBy({ name, replyTo }: NonNullable<MailMessage['writer']>): SendMailOptions {
    const address = /<([^<>]+)>/.exec(this.#from)?.[1] ?? this.#from;
    return { from: { name, address }, replyTo: { name: '', address: replyTo ?? address } };
  }
}

function opened(url: string) {
  const transporter = createTransport({ ...timeouts, ...pooled, url });
  transporter.use('stream', ({ data, message }, done) => {
    message.processFunc((input) => whenRead(input, (data as Handed).onItsWay));
    done();
  });
  return transporter;
}

/** A stream that says when its first part is wanted: the server has accepted sender and receiver, and takes the mail. */
function whenRead(input: Readable, notice: () => void): Readable {
  return Readable.from(
    (async function* () {
      notice();
      yield* input;
    })(),
    { objectMode: false },
  );
}
