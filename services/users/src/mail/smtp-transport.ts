import { Readable } from 'node:stream';
import { createTransport, type SendMailOptions } from 'nodemailer';
import type { Outcome } from '../queue/delivery.ts';
import { oneLine } from './compose.ts';
import type { MailMessage } from './mail-message.ts';

/** Maximum milliseconds for sending one mail; shorter than the lease of a mail. */
const sendTimeoutMs = 120_000;

/** Milliseconds; parameters of the URL override them. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

/** Sends one mail at a time. nodemailer's own retries could send a mail twice. */
const pooled = { pool: true, maxConnections: 1, maxRequeues: 0 } as const;

/** A mail for nodemailer, with properties for the plugin below. */
interface Handed extends SendMailOptions {
  /** Closes the connection. */
  readonly signal: AbortSignal;
  /** Called when the server has accepted sender and receiver and starts reading the mail. */
  readonly onItsWay: () => void;
}

const maxNameLength = 100;

/** Sends mails over SMTP. nodemailer encodes names, addresses and subjects, so none can inject a header; names are on one line. */
export class SmtpTransport {
  readonly #url: string;
  readonly #from: string;
  #open: ReturnType<typeof opened> | undefined;

  /** @param url `smtp://user:password@host:port`, or `smtps://…`, with nodemailer's parameters. */
  constructor(url: string, from: string) {
    this.#url = url;
    this.#from = from;
  }

  /**
   * Never throws. A mail being transmitted when the signal aborts is `uncertain`. The connection is kept for the next
   * mail.
   */
  async send(message: MailMessage, messageId: string, signal: AbortSignal): Promise<Outcome> {
    const isReused = this.#open !== undefined;
    const outcome = await this.#attempt(message, messageId, signal);
    const isCut = outcome.state === 'waiting' && outcome.isForAll === true;
    if (isCut || outcome.state === 'uncertain') this.close();
    // Servers close connections after some time or number of mails; a new connection gets one more attempt.
    return isCut && isReused && !signal.aborted ? this.send(message, messageId, signal) : outcome;
  }

  /** Closes the connection; the next mail opens a new one. */
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
      to: { name: oneLine(to.name, maxNameLength), address: to.address },
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

  /** The writer's name with the service's address: servers refuse mails from addresses of other domains. */
  #writtenBy({ name, replyTo }: NonNullable<MailMessage['writer']>): SendMailOptions {
    const address = /<([^<>]+)>/.exec(this.#from)?.[1] ?? this.#from;
    return {
      from: { name: oneLine(name, maxNameLength), address },
      replyTo: { name: '', address: replyTo ?? address },
    };
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

/** A stream with a callback before its first chunk is read, when the server has accepted sender and receiver. */
function whenRead(input: Readable, notice: () => void): Readable {
  return Readable.from(
    (async function* () {
      notice();
      yield* input;
    })(),
    { objectMode: false },
  );
}

/** Commands whose refusal concerns this mail or its receiver; refusals of others concern the sender or the server. */
const commandsOfMail: readonly unknown[] = ['RCPT TO', 'DATA'];

/** nodemailer's codes for a failed connection to the server. */
const codesOfServer: readonly unknown[] = [
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
];

/** The server closes the connection, whatever the command. */
const closing = 421;

/**
 * The outcome of a mail whose sending failed. Only a permanent refusal of this receiver or this mail is final. Wrong
 * credentials or a refused sender can be corrected, and stop all mails until then. Without an answer after the
 * transmission began, the outcome is uncertain.
 */
export function outcomeOfRefusal(error: unknown, isOnItsWay: boolean): Outcome {
  const { message, code, responseCode, command } = (error ?? {}) as Record<string, unknown>;
  const reason = oneLine(String(message ?? error), 300);
  // The code is the last one of the server.
  const isAnswered = typeof responseCode === 'number';
  if (isOnItsWay && !isAnswered) return { state: 'uncertain', reason };
  const isFinal = isAnswered ? responseCode >= 500 && commandsOfMail.includes(command) : code === 'EENVELOPE';
  if (isFinal) return { state: 'failed', reason };
  const isOfServer = isAnswered && (responseCode === closing || !commandsOfMail.includes(command));
  return { state: 'waiting', reason, isForAll: isOfServer || (!isAnswered && codesOfServer.includes(code)) };
}
