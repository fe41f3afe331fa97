import { z } from 'zod';
import { receivedValues } from '../../model/received-values.ts';
import { parseMoment } from '../../fields/shared/parse-moment.ts';
import type { BotComment } from '../transfer-bot.ts';
import { withoutMentions } from '../comment-texts.ts';

const text = z.coerce.string().catch('');
const values = z.record(z.string(), z.unknown());

const schema = z.object({
  post: z.object({
    ID: z.coerce.number().int().positive().catch(0),
    post_title: text,
    guid: text,
    post_date: z.unknown().optional(),
    post_date_gmt: z.unknown().optional(),
  }),
  postmeta: values.catch({}),
  people_groups: z.unknown().optional(),
  comments: z.unknown().optional(),
  transfer_foreign_key: text,
});

const rowSchema = z.object({
  comment_content: text,
  comment_date: z.unknown().optional(),
  comment_date_gmt: z.unknown().optional(),
  comment_type: z.string().catch(''),
  user_id: text,
});

export type ReceivedContact = NonNullable<ReturnType<typeof readContactData>>;

/** Parses the contact data of another site; undefined if it is invalid. */
export function readContactData(sent: unknown) {
  const read = schema.safeParse(sent).data;
  if (!read) return undefined;
  const { post, postmeta, people_groups: groups, comments, transfer_foreign_key: key } = read;
  return {
    post: { ...post, guid: post.guid.slice(0, 1_000) },
    postmeta,
    /** Names of people groups. */
    peopleGroups: receivedValues(groups),
    comments: receivedComments(comments),
    /** Empty if the other site has not assigned one yet. */
    foreignKey: /^[\w-]{16,200}$/.test(key) ? key : '',
  };
}

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
