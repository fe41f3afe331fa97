import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { addressOf } from '../address/address.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { nameOf, type RecordAnswer } from './record.ts';

interface DuplicatesProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly id: number;
}

interface Duplicate {
  readonly ID: number;
  readonly fields: readonly { readonly field: string; readonly value: string }[];
  readonly post: RecordAnswer;
}

/** Records that may be the same as this one (docs/guides/duplicates.md). */
export function Duplicates(props: DuplicatesProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tile" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('Possible duplicates')}</h2>
      </summary>
      {isOpen && <DuplicateList {...props} />}
    </details>
  );
}

function DuplicateList({ postType, settings, id }: DuplicatesProps) {
  const path = `svc-posts/v2/${postType}/${id}`;
  const { value, error, reload } = useLoaded(
    (signal) =>
      client.request<readonly Duplicate[]>({
        method: 'GET',
        path: `${path}/all_duplicates`,
        options: { signal },
      }),
    [],
  );
  const [problem, setProblem] = useState<string>();
  const dismiss = async (other: number) => {
    try {
      const json = { id: other };
      await client.request({ method: 'POST', path: `${path}/dismiss-duplicates`, json, isWrite: true });
      reload();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  return (
    <>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <ul class="plain comments">
        {value?.map(({ ID: other, fields, post }) => (
          <li key={other}>
            <a href={addressOf([postType, other])}>{nameOf(post)}</a>
            <p class="muted">
              {fields
                .map(({ field, value: equal }) => `${settings.fields[field]?.name ?? field}: ${equal}`)
                .join(', ')}
            </p>
            <a class="button" href={addressOf([postType, id, 'merge', other])}>
              {t('Compare and merge')}
            </a>{' '}
            <button type="button" class="quiet" onClick={() => void dismiss(other)}>
              {t('Not a duplicate')}
            </button>
          </li>
        ))}
        {value?.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
    </>
  );
}
