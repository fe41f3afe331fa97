import { useState } from 'preact/hooks';
import type { Comment } from '@svc/client';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { useChanges } from '../live/changes.ts';
import { caller } from '../session/caller.ts';
import { draftOf } from '../session/drafts.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { MentionField, mentionsIn, type Mention } from './mention-field.tsx';
import { Reactions } from './reactions.tsx';

interface CommentsProps {
  readonly postType: string;
  readonly id: number;
  readonly mayUpdate: boolean;
}

/** The comments on a record, the newest first, and a field for another. */
export function Comments({ postType, id, mayUpdate }: CommentsProps) {
  const comments = client.records(postType).comments(id);
  const { value, error, reload } = useLoaded((signal) => comments.list({ signal }), []);
  useChanges(
    (event) => event.type.startsWith('comment.') && 'record_id' in event && event.record_id === id,
    reload,
  );
  const [problem, setProblem] = useState<string>();
  const change = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      reload();
      return true;
    } catch (failure) {
      setProblem(messageOf(failure));
      return false;
    }
  };
  return (
    <section class="tile" aria-label={t('Comments')}>
      <h2>{t('Comments')}</h2>
      {mayUpdate && <NewComment {...{ postType, id }} send={(text) => change(comments.create(text))} />}
      {problem && <Notice kind="problem">{problem}</Notice>}
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      <ul class="plain comments">
        {value?.comments.map((comment) => (
          <li key={comment.comment_ID}>
            <strong>{comment.comment_author}</strong> <time>{writtenAt(comment)}</time>
            <p>{plainText(comment.comment_content)}</p>
            <div class="row">
              <Reactions
                comment={comment}
                onToggle={
                  mayUpdate
                    ? (reaction) => void change(comments.toggleReaction(comment.comment_ID, reaction))
                    : undefined
                }
              />
              {comment.user_id === String(caller.value?.ID) && (
                <button
                  type="button"
                  class="quiet"
                  aria-label={t('Remove {name}', { name: t('Comment') })}
                  onClick={() => void remove(comment, change, comments)}
                >
                  ✕
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Deletes a comment, which can be written again. */
async function remove(
  { comment_ID: id, comment_content: text, comment_date: date }: Comment,
  change: (work: Promise<unknown>) => Promise<boolean>,
  comments: ReturnType<ReturnType<typeof client.records>['comments']>,
): Promise<void> {
  if (await change(comments.delete(id)))
    announce(t('The comment was deleted.'), () => void change(comments.create(text, { date, silent: true })));
}

interface NewCommentProps {
  readonly postType: string;
  readonly id: number;
  /** Returns whether the comment was written; otherwise the text stays. */
  send(text: string): Promise<boolean>;
}

function NewComment({ postType, id, send }: NewCommentProps) {
  const draft = draftOf([postType, id, 'comment']);
  const [{ text, mentions }, setComment] = useState(() => commentOf(draft.read()));
  const change = (changed: CommentText) => {
    setComment(changed);
    draft.keep(changed.text === '' ? '' : JSON.stringify(changed));
  };
  const submit = async () => {
    if (await send(mentionsIn(text, mentions))) change(noComment);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <MentionField
        postType={postType}
        label={t('Comment')}
        text={text}
        onText={(written, mention) =>
          change({ text: written, mentions: mention ? [...mentions, mention] : mentions })
        }
      />
      <button class="primary">{t('Send')}</button>
    </form>
  );
}

/** A comment that is being written, with the users whose names are in it. */
interface CommentText {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

const noComment: CommentText = { text: '', mentions: [] };

function commentOf(kept: string | undefined): CommentText {
  return kept === undefined ? noComment : (JSON.parse(kept) as CommentText);
}

function writtenAt({ comment_date_gmt: text }: Comment): string {
  return momentOf(`${text.replace(' ', 'T')}Z`);
}

/** Comments have markup for mentions and links; here they are text. */
function plainText(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return text.replaceAll(/@\[([^\]]+)\]\(\d+\)/g, '@$1');
}
