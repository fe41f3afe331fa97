import { z } from 'zod';
import { receivedValues } from '../../model/field-transfer.ts';
import type { Meta } from '../../model/field.ts';
import type { BotComment } from '../transfer-bot.ts';
import { receivedComments } from './received-comments.ts';

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

/** A contact as another site sends it. */
export interface ReceivedContact {
  readonly post: z.infer<typeof schema>['post'];
  readonly postmeta: Meta;
  /** Names of people groups. */
  readonly peopleGroups: readonly unknown[];
  readonly comments: readonly BotComment[];
  /** Empty if the other site has not assigned one yet. */
  readonly foreignKey: string;
}

/** Parses the contact data of another site; undefined if it is invalid. */
export function readContactData(sent: unknown): ReceivedContact | undefined {
  const read = schema.safeParse(sent).data;
  if (!read) return undefined;
  const { post, postmeta, people_groups: groups, comments, transfer_foreign_key: key } = read;
  return {
    post: { ...post, guid: post.guid.slice(0, 1_000) },
    postmeta,
    peopleGroups: receivedValues(groups),
    comments: receivedComments(comments),
    foreignKey: /^[\w-]{16,200}$/.test(key) ? key : '',
  };
}
