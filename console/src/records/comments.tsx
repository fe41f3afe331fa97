import { useState } from 'preact/hooks';
import type { Comments as CommentsOfRecord } from '@svc/client';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** The comments on a record, the newest first, and a field for another. */
export function Comments({ comments }: { comments: CommentsOfRecord }) {
  const { value, error, reload } = useLoaded((signal) => comments.list({ signal }), []);
  const [problem, setProblem] = useState<string>();
  const send = async (form: HTMLFormElement) => {
    try {
      const text = new FormData(form).get('comment');
      await comments.create(typeof text === 'string' ? text : '');
      form.reset();
      setProblem(undefined);
      reload();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  return (
    <section class="tile" aria-label={t('Comments')}>
      <h2>{t('Comments')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(event.currentTarget);
        }}
      >
        <textarea
          name="comment"
          aria-label={t('Comment')}
          rows={2}
          required
          placeholder={t('Write a comment')}
        />
        <button class="primary">{t('Send')}</button>
      </form>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      <ul class="plain comments">
        {value?.comments.map((comment) => (
          <li key={comment.comment_ID}>
            <strong>{comment.comment_author}</strong> <time>{comment.comment_date_gmt}</time>
            <p>{plainText(comment.comment_content)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Comments have markup for mentions and links; here they are text. */
function plainText(html: string): string {
  const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
  return text.replaceAll(/@\[([^\]]+)\]\(\d+\)/g, '@$1');
}
