import type { Outcome } from '../queue/delivery.ts';
import { oneLine } from './compose.ts';

/** What nodemailer says of a mail that was not accepted. */
interface Refusal {
  readonly message?: unknown;
  readonly code?: unknown;
  /** The last answer of the server, if it gave one. */
  readonly responseCode?: unknown;
  /** The command that was answered. */
  readonly command?: unknown;
}

/** The commands whose refusal is about this mail and its receiver; others are about us, or the server. */
const commandsOfMail: readonly unknown[] = ['RCPT TO', 'DATA'];

/** What nodemailer says when there is no talking to the server. */
const codesOfServer: readonly unknown[] = [
  'ECONNECTION',
  'ETIMEDOUT',
  'ESOCKET',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
];

/** The server closes the connection, whatever was asked. */
const closing = 421;

/**
 * What became of a mail whose sending ended with an error. Given up is only what the server refuses for this receiver or this
 * mail; wrong credentials and a refused sender may be set right, and until then no other mail goes out either. Without an
 * answer to what was on its way nobody knows.
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
