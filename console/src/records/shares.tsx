import { useState } from 'preact/hooks';
import type { Shares as SharesOfRecord } from '@svc/client';
import { findUsers } from '../fields/find-choices.ts';
import { t } from '../text/t.ts';
import { Combobox } from '../ui/combobox.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

/** The users with whom a record is shared (docs/guides/sharing.md). */
export function Shares({ shares, postType }: { shares: SharesOfRecord; postType: string }) {
  const { value, error, reload } = useLoaded((signal) => shares.list({ signal }), []);
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
              onClick={() => void change(shares.remove(Number(id)))}
            >
              ✕
            </button>
          </span>
        ))}
        <Combobox
          label={t('Share with')}
          find={(text, signal) => findUsers({ postType, text }, signal)}
          onChoose={({ id }) => void change(shares.add(Number(id)))}
        />
      </div>
    </section>
  );
}
