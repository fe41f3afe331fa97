import { z } from 'zod';
import { receivedValues } from '../../model/field-transfer.ts';
import { parseMoment } from '../../fields/shared/parse-moment.ts';
import type { BotComment } from '../transfer-bot.ts';
import { withoutMentions } from '../without-mentions.ts';

const text = z.coerce.string().catch('');

const rowSchema = z.object({
  comment_content: text,
  comment_date: z.unknown().optional(),
  comment_date_gmt: z.unknown().optional(),
  comment_type: z.string().catch(''),
  user_id: text,
});

/**
 * Comments of another site, for the bot to write in their authors' names. They notify nobody: their mentions name users of the other site.
 */
export function receivedComments(sent: unknown): BotComment[] {
  const rows = receivedValues(sent).map((row) => rowSchema.safeParse(row).data);
  return rows.flatMap((row) => (row ? [botComment(row)] : []));
}

function botComment(row: z.infer<typeof rowSchema>): BotComment {
  const seconds = parseMoment(row.comment_date_gmt) ?? parseMoment(row.comment_date);
  return {
    text: withoutMentions(row.comment_content),
    of: ` (${/^\d{1,15}$/.test(row.user_id) ? row.user_id : '0'})`,
    type: row.comment_type,
    at: seconds === undefined ? new Date() : new Date(seconds * 1000),
    silent: true,
  };
}
