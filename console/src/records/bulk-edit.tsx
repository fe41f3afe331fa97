import { useState } from 'preact/hooks';
import type { BatchResult } from '@svc/client';
import { client } from '../api/client.ts';
import { editorOf } from '../fields/editors.tsx';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf } from '../address/address.ts';
import { t } from '../text/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { nameOf, type RecordAnswer } from './record.ts';

interface BulkEditProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly records: readonly RecordAnswer[];
  onDone(): void;
}

/** Types of fields of which one value makes sense for many records. */
const bulkTypes = [
  'text',
  'number',
  'boolean',
  'date',
  'datetime',
  'key_select',
  'multi_select',
  'tags',
  'user_select',
  'connection',
  'location',
];

interface Change {
  readonly key: string;
  readonly value: unknown;
}

/** Writes the same value to all selected records, and shows the outcome for each. */
export function BulkEdit({ postType, settings, records, onDone }: BulkEditProps) {
  const [key, setKey] = useState('');
  const [change, setChange] = useState<Change>();
  const [results, setResults] = useState<readonly BatchResult[]>();
  const [written, setWritten] = useState<readonly RecordAnswer[]>([]);
  const field = settings.fields[key];
  const Editor = field && editorOf(field.type);
  const fields = Object.entries(settings.fields)
    .filter(([, { type, hidden }]) => !hidden && bulkTypes.includes(type))
    .sort(([, a], [, b]) => a.name.localeCompare(b.name));
  return (
    <section class="card filter" aria-label={t('Change selected records')}>
      <div class="row">
        <strong>{t('Selected: {count}', { count: records.length })}</strong>
        <select
          aria-label={t('Choose a field')}
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
        >
          <option value="">{t('Choose a field')}</option>
          {fields.map(([each, { name }]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
        {field && Editor && (
          <Editor
            key={key}
            postType={postType}
            recordId={undefined}
            field={{ ...field, key }}
            value={undefined}
            onWrite={async (value) => {
              setChange({ key, value });
              return true;
            }}
            onReload={onDone}
          />
        )}
      </div>
      {results && <Results {...{ postType, results }} records={written} />}
      {change && (
        <ConfirmDialog
          postType={postType}
          change={change}
          field={settings.fields[change.key]?.name ?? ''}
          records={records}
          onClose={() => setChange(undefined)}
          onWritten={(outcome) => {
            setResults(outcome);
            setWritten(records);
            setChange(undefined);
            onDone();
          }}
        />
      )}
    </section>
  );
}

interface ConfirmDialogProps {
  readonly postType: string;
  readonly change: Change;
  readonly field: string;
  readonly records: readonly RecordAnswer[];
  onClose(): void;
  onWritten(results: readonly BatchResult[]): void;
}

function ConfirmDialog({ postType, change, field, records, onClose, onWritten }: ConfirmDialogProps) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const write = async () => {
    setBusy(true);
    try {
      const fields = { [change.key]: change.value };
      onWritten(
        await client.records(postType).batch(records.map(({ ID: id }) => ({ ID: Number(id), fields }))),
      );
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('Change {field} of {count} records?', { field, count: records.length })}
      onClose={onClose}
    >
      <p>{t('The history of each record has the former value, and can undo the change.')}</p>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <footer>
        <button type="button" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" class="primary" disabled={isBusy} onClick={() => void write()}>
          {t('Save')}
        </button>
      </footer>
    </Dialog>
  );
}

interface ResultsProps {
  readonly postType: string;
  readonly results: readonly BatchResult[];
  readonly records: readonly RecordAnswer[];
}

function Results({ postType, results, records }: ResultsProps) {
  const failed = results.filter(({ error }) => error !== undefined);
  return (
    <>
      <Notice kind={failed.length > 0 ? 'problem' : 'done'}>
        {t('Saved: {saved}. Refused: {refused}.', {
          saved: results.length - failed.length,
          refused: failed.length,
        })}
      </Notice>
      <ul class="plain results">
        {results.map(({ index, error }) => {
          const record = records[index];
          return (
            record && (
              <li key={record.ID}>
                <a href={addressOf([postType, record.ID])}>{nameOf(record)}</a>:{' '}
                {error ? messageOf(error) : t('Saved')}
              </li>
            )
          );
        })}
      </ul>
    </>
  );
}
