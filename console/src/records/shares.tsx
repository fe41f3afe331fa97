import { useState } from 'preact/hooks';
import type { Share, Shares as SharesOfRecord } from '@svc/client';
import { findUsers } from '../fields/find-choices.ts';
import { t } from '../text/t.ts';
import { Combobox } from '../ui/combobox.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';

interface SharesProps {
  readonly shares: SharesOfRecord;
  readonly postType: string;
  readonly list: readonly Share[];
  onChange(): void;
}

/** The users with whom a record is shared (docs/guides/sharing.md). */
export function Shares({ shares, postType, list, onChange }: SharesProps) {
  const [problem, setProblem] = useState<string>();
  const change = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      onChange();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  return (
    <section class="tile" aria-label={t('Shared with')}>
      <h2>{t('Shared with')}</h2>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div class="chips">
        {list.map(({ user_id: id, display_name: name }) => (
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
