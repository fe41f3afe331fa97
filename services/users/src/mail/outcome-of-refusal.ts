import type { Outcome } from '../queue/delivery.ts';
import { oneLine } from './compose.ts';

/** The properties of nodemailer's errors. */
interface Refusal {
  readonly message?: unknown;
  readonly code?: unknown;
  /** The last status code of the server, if it answered. */
  readonly responseCode?: unknown;
  /** The SMTP command that failed. */
  readonly command?: unknown;
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
  const { message, code, responseCode, command } = (error ?? {}) as Refusal;
  const reason = oneLine(String(message ?? error), 300);
  const isAnswered = typeof responseCode === 'number';
  if (isOnItsWay && !isAnswered) return { state: 'uncertain', reason };
  const isFinal = isAnswered ? responseCode >= 500 && commandsOfMail.includes(command) : code === 'EENVELOPE';
  if (isFinal) return { state: 'failed', reason };
  const isOfServer = isAnswered && (responseCode === closing || !commandsOfMail.includes(command));
  return { state: 'waiting', reason, isForAll: isOfServer || (!isAnswered && codesOfServer.includes(code)) };
}
