import { client } from '../api/client.ts';
import type { Chosen, Person } from '../fields/values.ts';
import { caller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { RecordAnswer } from './record.ts';

interface AcceptanceProps {
  readonly postType: string;
  readonly record: RecordAnswer;
  onAnswer(): void;
}

/** Asks the assignee of a contact whether they take it (docs/guides/sharing.md). */
export function Acceptance({ postType, record, onAnswer }: AcceptanceProps) {
  const { problem, isBusy, run } = useAction();
  const assignee = record['assigned_to'] as Person | undefined;
  const status = record['overall_status'] as Chosen | undefined;
  const isAsked = status?.key === 'assigned' && Number(assignee?.id) === caller.value?.ID;
  if (postType !== 'contacts' || !isAsked) return null;
  const answer = (accept: boolean) =>
    void run(async () => {
      const path = `svc-posts/v2/contacts/${record.ID}/accept`;
      await client.request({ method: 'POST', path, json: { accept }, isWrite: true });
      onAnswer();
    });
  return (
    <>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Notice kind="hint">
        {t('This contact is assigned to you.')}{' '}
        <button type="button" class="primary" disabled={isBusy} onClick={() => answer(true)}>
          {t('Accept')}
        </button>{' '}
        <button type="button" disabled={isBusy} onClick={() => answer(false)}>
          {t('Decline')}
        </button>
      </Notice>
    </>
  );
}
