import { useState } from 'preact/hooks';
import { isServiceError } from '@svc/client';
import { addressOfEndpoint, client } from '../api/client.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../shell/router.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Comments } from './comments.tsx';
import { ConflictDialog, type Conflict } from './conflict-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { History } from './history.tsx';
import { nameOf, type RecordAnswer } from './record.ts';
import { Shares } from './shares.tsx';
import { Tiles } from './tiles.tsx';

interface RecordPageProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly id: number;
}

/** A record: its tiles, comments, history and shares. */
export function RecordPage({ postType, settings, id }: RecordPageProps) {
  const records = client.records(postType);
  const read = (signal?: AbortSignal): Promise<RecordAnswer> => records.get(id, signal && { signal });
  const loaded = useLoaded(read, []);
  const [written, setWritten] = useState<RecordAnswer>();
  const [conflict, setConflict] = useState<Conflict>();
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const record = written ?? loaded.value;

  const write = async (key: string, value: unknown, ifMatch = record?.$etag) => {
    setProblem(undefined);
    try {
      await records.update(id, { [key]: value }, ifMatch === undefined ? {} : { ifMatch });
      setWritten(await read());
      setConflict(undefined);
      announce(t('Saved: {field}', { field: settings.fields[key]?.name ?? key }));
    } catch (error) {
      if (!isServiceError(error, 'precondition_failed')) return setProblem(messageOf(error));
      setConflict({ key, value, mine: record, current: await read() });
    }
  };
  const reload = () => {
    setWritten(undefined);
    loaded.reload();
  };

  if (!record && loaded.error !== undefined) return <Notice kind="problem">{messageOf(loaded.error)}</Notice>;
  if (!record) return <p class="muted">{t('Loading …')}</p>;
  return (
    <>
      <header class="page-head">
        <h1>{nameOf(record)}</h1>
        <span class="muted">
          {settings.label_singular} {record.ID}
        </span>
        <span class="space" />
        <FollowButton record={record} onWrite={write} />
        <button type="button" onClick={() => void copyAsCurl(`svc-posts/v2/${postType}/${id}`)}>
          {t('Copy as curl')}
        </button>
        <button type="button" class="danger" onClick={() => setDeleting(true)}>
          {t('Delete')}
        </button>
      </header>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <div class="with-talk">
        <Tiles
          postType={postType}
          settings={settings}
          record={record}
          onWrite={(key, value) => void write(key, value)}
        />
        <aside class="talk">
          <Comments comments={records.comments(id)} />
          <History history={records.history(id)} onRevert={reload} />
          <Shares shares={records.shares(id)} postType={postType} />
        </aside>
      </div>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          settings={settings}
          onMine={() => void write(conflict.key, conflict.value, conflict.current.$etag)}
          onTheirs={() => {
            setWritten(conflict.current);
            setConflict(undefined);
          }}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          name={nameOf(record)}
          remove={() => records.delete(id)}
          onClose={() => setDeleting(false)}
          onDeleted={() => open(addressOf([postType]))}
        />
      )}
    </>
  );
}

interface FollowButtonProps {
  readonly record: RecordAnswer;
  onWrite(key: string, value: unknown): Promise<void>;
}

function FollowButton({ record, onWrite }: FollowButtonProps) {
  const isFavorite = record['favorite'] === true;
  return (
    <button type="button" aria-pressed={isFavorite} onClick={() => void onWrite('favorite', !isFavorite)}>
      {isFavorite ? '★' : '☆'} {t('Favorite')}
    </button>
  );
}

async function copyAsCurl(path: string): Promise<void> {
  await navigator.clipboard.writeText(
    `curl -s -H "Authorization: Bearer $TOKEN" '${addressOfEndpoint(path)}'`,
  );
  announce(t('Copied. The command takes the token from the variable TOKEN.'));
}
