import { useState } from 'preact/hooks';
import { ApiError, request, type Answer } from '../api/api.ts';
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
  const path = `svc-posts/v2/${postType}/${id}`;
  const loaded = useLoaded((signal) => request<RecordAnswer>('GET', path, { signal }), [path]);
  const [written, setWritten] = useState<Answer<RecordAnswer>>();
  const [conflict, setConflict] = useState<Conflict>();
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const shown = written ?? loaded.value;

  const write = async (key: string, value: unknown, ifMatch = shown?.etag) => {
    setProblem(undefined);
    try {
      const answer = await request<RecordAnswer>('POST', path, { body: { [key]: value }, ifMatch });
      setWritten(answer);
      setConflict(undefined);
      announce(t('Saved: {field}', { field: settings.fields[key]?.name ?? key }));
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 412;
      if (!isConflict) return setProblem(messageOf(error));
      const current = await request<RecordAnswer>('GET', path);
      setConflict({ key, value, mine: shown?.value, current });
    }
  };
  const reload = () => {
    setWritten(undefined);
    loaded.reload();
  };

  if (!shown && loaded.error !== undefined) return <Notice kind="problem">{messageOf(loaded.error)}</Notice>;
  if (!shown) return <p class="muted">{t('Loading …')}</p>;
  const record = shown.value;
  return (
    <>
      <header class="page-head">
        <h1>{nameOf(record)}</h1>
        <span class="muted">
          {settings.label_singular} {record.ID}
        </span>
        <span class="space" />
        <FollowButton record={record} onWrite={write} />
        <button type="button" onClick={() => void copyAsCurl(path)}>
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
          <Comments path={path} />
          <History path={path} onRevert={reload} />
          <Shares path={path} postType={postType} />
        </aside>
      </div>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          settings={settings}
          onMine={() => void write(conflict.key, conflict.value, conflict.current.etag)}
          onTheirs={() => {
            setWritten(conflict.current);
            setConflict(undefined);
          }}
        />
      )}
      {isDeleting && (
        <DeleteDialog
          name={nameOf(record)}
          path={path}
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
  const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';
  const url = new URL(`${root}/${path}`, location.origin);
  await navigator.clipboard.writeText(`curl -s -H "Authorization: Bearer $TOKEN" '${url.href}'`);
  announce(t('Copied. The command takes the token from the variable TOKEN.'));
}
