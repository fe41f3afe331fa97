import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Outcome } from '../deliveries/outcome.ts';
import type { MailMessage } from './mail-message.ts';
import { outcomeOfRefusal } from './outcome-of-refusal.ts';

/** The most that sending one mail may take, in milliseconds. The lease of a mail is longer. */
const longestSending = 120_000;

/** Used where the address does not say otherwise, in milliseconds. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** What nodemailer takes and its types do not know: it ends the connection. */
interface Abortable {
  readonly signal: AbortSignal;
}

/** Hands mails to an SMTP server. Names, addresses and subjects are encoded there: none of them ends its header. */
export class SmtpTransport {
  readonly #url: string;
  readonly #from: string;

  /** @param url `smtp://user:password@host:port`, or `smtps://…`; its parameters are those of nodemailer. */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  /** Never throws. What was on its way when the signal came is `uncertain`. */
  async send(message: MailMessage, messageId: string, signal: AbortSignal): Promise<Outcome> {
    const transporter = createTransport({ ...timeouts, url: this.#url });
    let isOnItsWay = false;
    transporter.use('stream', ({ message: stream }, done) => {
      stream.processFunc((input) => whenRead(input, () => (isOnItsWay = true)));
      done();
    });
    try {
      await transporter.sendMail(this.#mail(message, messageId, signal));
      return { state: 'sent' };
    } catch (error) {
      return outcomeOfRefusal(error, isOnItsWay);
    } finally {
      transporter.close();
    }
  }

  #mail({ to, subject, text, html }: MailMessage, messageId: string, signal: AbortSignal) {
    const limited: Abortable = { signal: AbortSignal.any([signal, AbortSignal.timeout(longestSending)]) };
    return {
      ...{ from: this.#from, to, subject, text, html, messageId },
      headers: { 'Auto-Submitted': 'auto-generated' },
      disableFileAccess: true,
      disableUrlAccess: true,
      ...limited,
    };
  }
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
