import { z } from 'zod';
import {
  type InputOf,
  maxAddresses,
  noteMessage,
  type OutputOf,
  recordsGet,
  msg,
  asMessage,
  usersSendMessage,
} from '@svc/contracts';
import { type Call, defineHandler, invalidParam } from '@svc/service-kit';
import { cleanComment } from '@svc/service-kit/clean-text';
import type { Deps } from '../../compose.ts';
import { callingUser } from '../../profile/calling-user.ts';

type MessageCall = Call<InputOf<typeof usersSendMessage>>;
type ReadRecord = OutputOf<typeof recordsGet>;

/**
 * Sends a message to all e-mail addresses of a record that the caller can see. The mails are queued in the commit; a
 * command adds the comment to the record.
 */
export const sendMessage = defineHandler(
  usersSendMessage,
  async (call: MessageCall, deps: Deps<'store' | 'mail' | 'limitMessages' | 'translatorFor'>) => {
    const { actor, input } = call;
    const userId = callingUser(actor);
    const { post_type: postType, id, subject, from_name: fromName } = input;
    const replyTo = replyAddress(input.reply_to);
    const record = await call.ask(recordsGet, { post_type: postType, id });
    const addresses = addressesOf(record);
    if (addresses.length === 0) return { post_id: id, sent: false };
    const text = input.message.replaceAll('{{name}}', () => String(record['name'] ?? ''));
    const comment = commentOn(call, deps, { addresses, text });
    await deps.limitMessages(userId, addresses.length);
    const message = { subject, fromName, text, ...(replyTo && { replyTo }) };
    const answer = await deps.store.commit(call, async () => ({
      writes: deps.mail.messages(userId, addresses, message),
      commands: [{ command: noteMessage, input: { post_type: postType, record_id: id, addresses, comment } }],
      answer: { post_id: id, sent: true },
    }));
    deps.mail.kick();
    return answer;
  },
);

function replyAddress(sent: string | undefined): string | undefined {
  if (!sent || z.email().safeParse(sent).success) return sent;
  throw invalidParam({ reply_to: msg`${'reply_to'} must be an e-mail address` });
}

const channel = z.array(z.object({ value: z.unknown() })).catch([]);

/** Other values in the channel are skipped. */
function addressesOf(record: ReadRecord): string[] {
  const values = channel.parse(record['contact_email']).map(({ value }) => value);
  const addresses = [...new Set(values.flatMap((value) => z.email().safeParse(value).data ?? []))];
  if (addresses.length <= maxAddresses) return addresses;
  throw invalidParam({
    id: msg`The record has ${addresses.length} e-mail addresses; a message can be sent to ${maxAddresses} at most.`,
  });
}

/** The comment about a message, in its author's language. @throws ServiceError for a text that a comment may not contain. */
function commentOn(
  { actor }: MessageCall,
  { translatorFor }: Deps<'translatorFor'>,
  { addresses, text: message }: { readonly addresses: readonly string[]; readonly text: string },
) {
  const introduction = msg`Email sent to ${addresses.join(', ')} with the following message:`;
  const text = `${translatorFor(actor.locale)(introduction)}\n\n${message}`;
  const cleaned = cleanComment(text);
  if ('problem' in cleaned) throw invalidParam({ message: msg`${'message'} ${asMessage(cleaned.problem)}` });
  const { kind, userId: user_id, displayName: display_name, email } = actor;
  const author = { kind, user_id, display_name, email };
  return { text, type: 'email', author, date: Math.floor(Date.now() / 1000), silent: true };
}
