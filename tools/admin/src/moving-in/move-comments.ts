import { commentsImport, type InputOf } from '@svc/contracts';
import { moveCommentFiles, type MovedRecord } from './move-files.ts';
import { count, reportRefusal, type MoveOfRecords } from './move.ts';
import { commentsSchema, type SourceComment } from './source-answers.ts';
import type { UserIds } from './written-values.ts';

type Given = InputOf<typeof commentsImport>['comments'][number];

const pageSize = 100;

export async function moveComments(move: MoveOfRecords, record: MovedRecord): Promise<void> {
  const { postType, sourceId, id } = record;
  const what = `${postType}/${sourceId}`;
  for (let offset = 0; ; offset += pageSize) {
    const page = await move.source
      .get(`dt-posts/v2/${what}/comments`, commentsSchema, { number: pageSize, offset })
      .catch(reportRefusal(move.leftOut, { what, part: 'comments', reason: 'They could not be read' }));
    if (!page || page.comments.length === 0) return;
    const comments: Given[] = [];
    for (const comment of page.comments) {
      const files = await moveCommentFiles(move, record, comment);
      comments.push(asGiven(comment, move.users, files));
    }
    const answer = await move.ask(commentsImport, {
      source: move.name,
      post_type: postType,
      record_id: id,
      comments,
    });
    for (const outcome of ['created', 'changed', 'unchanged'] as const)
      count(move, `comments ${outcome}`, answer[outcome]);
    const { created, changed, unchanged, problems } = answer;
    move.report.add('comments', {
      read: comments.length,
      written: created + changed,
      unchanged,
      mapped: created + changed + unchanged,
      skipped: problems.length,
    });
    await move.leftOut.add(
      ...problems.map(({ source_id: comment, reason }) => ({
        what,
        part: `comments/${comment}`,
        reason,
      })),
    );
    if (offset + page.comments.length >= page.total) return;
  }
}

/** @param files File keys here by those at the source. */
function asGiven(comment: SourceComment, users: UserIds, files: ReadonlyMap<string, string>): Given {
  const { comment_meta: meta = {}, comment_reactions: reactions = {} } = comment;
  return {
    source_id: comment.comment_ID,
    author_id: users.get(comment.user_id) ?? 0,
    author_name: comment.comment_author,
    date: Math.floor(Date.parse(`${comment.comment_date_gmt.replace(' ', 'T')}Z`) / 1000),
    content: withMentions(comment.comment_content, users),
    type: comment.comment_type,
    meta: Object.entries(meta).flatMap(([key, values]) =>
      values.map(({ value }) => ({ key, value: files.get(asText(value)) ?? asText(value) })),
    ),
    reactions: Object.entries(reactions).flatMap(([key, given]) =>
      given.flatMap(({ user_id: user, name }) => {
        const id = users.get(user);
        return id === undefined ? [] : [{ key, user_id: id, name }];
      }),
    ),
  };
}

/** Replaces user ids in mentions by those of this installation; a mention of an unknown user becomes its plain name. */
function withMentions(content: string, users: UserIds): string {
  return content.replaceAll(/@\[([^\]]*)\]\((\d+)\)/g, (_mention, name: string, user: string) => {
    const id = users.get(Number(user));
    return id === undefined ? `@${name}` : `@[${name}](${id})`;
  });
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
