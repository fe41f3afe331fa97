import { useState } from 'preact/hooks';
import { get, post, request } from '../api/api.ts';
import { findUsers } from '../fields/find-choices.ts';
import { t } from '../text/t.ts';
import { Combobox } from '../ui/combobox.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface Share {
  readonly user_id: string;
  readonly display_name: string;
}

/** The users with whom a record is shared (docs/guides/sharing.md). */
export function Shares({ path, postType }: { path: string; postType: string }) {
  const { value, error, reload } = useLoaded(
    (signal) => get<readonly Share[]>(`${path}/shares`, {}, signal),
    [path],
  );
  const [problem, setProblem] = useState<string>();
  const change = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      reload();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  return (
    <section class="tile" aria-label={t('Shared with')}>
      <h2>{t('Shared with')}</h2>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <div class="chips">
        {value?.map(({ user_id: id, display_name: name }) => (
          <span class="chip" key={id}>
            {name}
            <button
              type="button"
              aria-label={t('Remove {name}', { name })}
              onClick={() =>
                void change(request('DELETE', `${path}/shares`, { body: { user_id: Number(id) } }))
              }
            >
              ✕
            </button>
          </span>
        ))}
        <Combobox
          label={t('Share with')}
          find={(text, signal) => findUsers({ postType, text }, signal)}
          onChoose={({ id }) => void change(post(`${path}/shares`, { user_id: Number(id) }))}
        />
      </div>
    </section>
  );
}
