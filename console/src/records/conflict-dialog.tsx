import { textOf } from '../fields/values.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { RecordAnswer } from './record.ts';

/** A change that was refused, because the record has changed since the page loaded it. */
export interface Conflict {
  readonly key: string;
  /** The value of the refused write. */
  readonly value: unknown;
  /** The record as the page showed it. */
  readonly mine: RecordAnswer | undefined;
  /** The record as it is now. */
  readonly current: RecordAnswer;
}

interface ConflictDialogProps {
  readonly conflict: Conflict;
  readonly settings: PostTypeSettings;
  onMine(): void;
  onTheirs(): void;
}

/** Shows what others have changed meanwhile, and lets the user decide. */
export function ConflictDialog({ conflict, settings, onMine, onTheirs }: ConflictDialogProps) {
  const { key, mine, current } = conflict;
  const changed = Object.entries(settings.fields).filter(
    ([each, field]) =>
      textOf(field, mine?.[each]) !== textOf(field, current[each]) && each !== 'last_modified',
  );
  const isSameField = changed.some(([each]) => each === key);
  return (
    <Dialog title={t('This record has changed')} onClose={onTheirs}>
      <p>
        {isSameField
          ? t('Somebody else has changed the same field. Save your value over theirs, or keep theirs?')
          : t('Somebody else has changed other fields. Your change can be added to theirs.')}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col">{t('Before')}</th>
            <th scope="col">{t('Now')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(([each, field]) => (
            <tr key={each}>
              <th scope="row">{field.name}</th>
              <td>{textOf(field, mine?.[each])}</td>
              <td>{textOf(field, current[each])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <footer>
        <button type="button" onClick={onTheirs}>
          {t('Keep theirs')}
        </button>
        <button type="button" class="primary" onClick={onMine}>
          {isSameField ? t('Save mine') : t('Add my change')}
        </button>
      </footer>
    </Dialog>
  );
}
