import { msg } from '@svc/contracts';
import { cleanComment, cutComment } from '@svc/service-kit/clean-text';
import { receivedValues } from '../model/received-values.ts';
import { badRequest, transferCodes } from './transfer-codes.ts';

const mention = /@\[([^\n]{0,200}?)\]\(\d+\)/g;

/** Maximum nesting depth of mentions that is resolved; nobody nests them deeper by mistake. */
const maxPasses = 3;

/** Formats values without a field as lines of a comment. */
export function shownValues(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .map(([key, sent]) => asText(`${key}: ${receivedValues(sent).map(shownValue).join(', ')}`))
    .join('\n');
}

function shownValue(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { label, post_title: title, value: inner } = value as Record<string, unknown>;
  const named = label ?? title ?? inner;
  return typeof named === 'string' || typeof named === 'number' ? String(named) : JSON.stringify(value);
}

/** Escapes a value for a comment, which is HTML. */
export function asText(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Removes mentions from a text: ids of users at another site belong to other people here. */
export function withoutMentions(text: string): string {
  let named = text;
  // Removing a mention may leave another one.
  for (let pass = 0; pass < maxPasses && named.search(mention) >= 0; pass += 1) {
    named = named.replaceAll(mention, '@$1');
  }
  return named.search(mention) < 0 ? named : named.replaceAll('@[', '@ [');
}

/**
 * A comment that is sent to another site or received from it, without mentions, which would name users of the wrong site. A comment that is
 * too long is refused on sending and cut on receipt.
 * @throws ServiceError when nothing readable is left.
 */
export function readUpdate(
  sent: string | null | undefined,
  code: (typeof transferCodes)['sendUpdate' | 'receiveUpdate'],
): string {
  if (!sent) throw badRequest(code, 'Missing required parameters.');
  const isReceived = code === transferCodes.receiveUpdate;
  const cleaned = cleanComment(withoutMentions(isReceived ? cutComment(sent) : sent));
  if ('problem' in cleaned) throw badRequest(code, msg`The update ${cleaned.problem}.`);
  return cleaned.text;
}
