import { useState } from 'preact/hooks';
import { get, post } from '../api/api.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface Comment {
  readonly comment_ID: string;
  readonly comment_author: string;
  readonly comment_content: string;
  readonly comment_date_gmt: string;
}

/** The comments on a record, the newest first, and a field for another. */
export function Comments({ path }: { path: string }) {
  const { value, error, reload } = useLoaded(
    (signal) => get<{ readonly comments: readonly Comment[] }>(`${path}/comments`, {}, signal),
    [path],
  );
  const [problem, setProblem] = useState<string>();
  const send = async (form: HTMLFormElement) => {
    try {
      await post(`${path}/comments`, { comment: new FormData(form).get('comment'), comment_type: 'comment' });
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
