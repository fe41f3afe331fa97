import { useRef, useState } from 'preact/hooks';
import { isServiceError, type LiveEvent, type RecordEvent, type Share } from '@svc/client';
import { client, isOffline } from '../api/client.ts';
import { PictureValue } from '../fields/field-value.tsx';
import { TasksEditor } from '../fields/entry-editors.tsx';
import { FilesEditor } from '../fields/file-editors.tsx';
import type { Picture } from '../fields/values.ts';
import { useChanges } from '../live/changes.ts';
import { caller, may } from '../session/caller.ts';
import { draftOf } from '../session/drafts.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../address/address.ts';
import { t } from '../text/t.ts';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useOnline } from '../ui/use-online.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { Acceptance } from './acceptance.tsx';
import { Comments } from './comments.tsx';
import { ConflictDialog, type Conflict } from './conflict-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Duplicates } from './duplicates.tsx';
import { History } from './history.tsx';
import { FavoriteButton, FollowButton } from './mark-buttons.tsx';
import { nameOf, type RecordAnswer } from './record.ts';
import { Shares } from './shares.tsx';
import { Tiles } from './tiles.tsx';

interface RecordPageProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly id: number;
}

interface Opened {
  readonly record: RecordAnswer;
  /** Users who may change the record see with whom it is shared; others may only read it. */
  readonly shares: readonly Share[] | undefined;
}

/** A record: its tiles, comments, history and shares. */
export function RecordPage({ postType, settings, id }: RecordPageProps) {
  const records = client.records(postType);
  const read = (): Promise<RecordAnswer> => records.get(id);
  const loaded = useLoaded(async (signal): Promise<Opened> => {
    const [record, shares] = await Promise.all([
      records.get(id, { signal }),
      records.shares(id).list({ signal }).catch(nothingIfRefused),
    ]);
    return { record, shares };
  }, []);
  const [written, setWritten] = useState<RecordAnswer>();
  const [openTiles, setOpenTiles] = useState(0);
  const newest = useRef(0);
  const [newestVersion, setNewestVersion] = useState(0);
  const [conflict, setConflict] = useState<Conflict>();
  const [problem, setProblem] = useState<string>();
  const [isDeleting, setDeleting] = useState(false);
  const record = newerOf(written, loaded.value?.record);
  const shares = loaded.value?.shares;
  const mayUpdate = shares !== undefined;
  const mayDelete = may(`delete_any_${postType}`) || record?.['post_author'] === String(caller.value?.ID);

  const shown = useRef(record);
  shown.current = record;
  const lastWrite = useRef<Promise<boolean>>(Promise.resolve(true));
  /** Writes that did not reach the service. */
  const unsent = useRef<{ readonly key: string; readonly value: unknown }[]>([]);

  const writeNow = async (
    key: string,
    value: unknown,
    onTopOf: RecordAnswer | undefined,
  ): Promise<boolean> => {
    const mine = shown.current;
    const ifMatch = (onTopOf ?? mine)?.$etag;
    setProblem(undefined);
    try {
      await records.update(id, { [key]: value }, ifMatch === undefined ? {} : { ifMatch });
      draftOf([postType, id, key]).forget();
      shown.current = await read();
      setWritten(shown.current);
      setConflict(undefined);
      announce(t('Saved: {field}', { field: settings.fields[key]?.name ?? key }));
      return true;
    } catch (error) {
      if (isServiceError(error, 'precondition_failed'))
        setConflict({ key, value, mine, current: await read() });
      else setProblem(messageOf(error));
      if (isOffline(error)) unsent.current.push({ key, value });
      return false;
    }
  };
  /** Writes one after the other: each is on top of the version that the one before has made. */
  const write = (key: string, value: unknown, onTopOf?: RecordAnswer): Promise<boolean> => {
    const written = lastWrite.current.then(() => writeNow(key, value, onTopOf));
    lastWrite.current = written;
    return written;
  };
  const sendUnsent = () => {
    for (const { key, value } of unsent.current.splice(0)) void write(key, value);
  };
  useOnline(sendUnsent);
  useChanges(
    (event) => {
      if (!isAbout(event, postType, id)) return false;
      newest.current = event.version;
      return true;
    },
    () => {
      // A tile that is open may hold what the user is typing.
      if (openTiles > 0) setNewestVersion(newest.current);
      else if (!record || newest.current > versionOf(record)) loaded.reload();
    },
  );

  if (!record && loaded.error !== undefined) return <Notice kind="problem">{messageOf(loaded.error)}</Notice>;
  if (!record) return <p class="muted">{t('Loading …')}</p>;
  return (
    <>
      <header class="page-head">
        <RecordPicture settings={settings} record={record} />
        <h1>{nameOf(record)}</h1>
        <span class="muted">
          {settings.label_singular} {record.ID}
        </span>
        <span class="space" />
        {mayUpdate && <FollowButton {...{ postType, record }} onWrite={write} />}
        {mayUpdate && <FavoriteButton record={record} onWrite={write} />}
        <CopyMenu request={{ method: 'GET', path: `svc-posts/v2/${postType}/${id}` }} />
        {mayDelete && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            {t('Delete')}
          </button>
        )}
      </header>
      {isServiceError(loaded.error) && loaded.error.status === 403 && (
        <Notice kind="problem">{t('This record was deleted, or you may no longer see it.')}</Notice>
      )}
      {newestVersion > versionOf(record) && (
        <Notice kind="hint">
          {t('This record has changed')}{' '}
          <button type="button" onClick={loaded.reload}>
            {t('Show the change')}
          </button>
        </Notice>
      )}
      <Acceptance postType={postType} record={record} onAnswer={loaded.reload} />
      {problem && (
        <Notice kind="problem">
          {problem}{' '}
          {unsent.current.length > 0 && (
            <button type="button" onClick={sendUnsent}>
              {t('Try again')}
            </button>
          )}
        </Notice>
      )}
      <div class="with-talk">
        <Tiles
          postType={postType}
          settings={settings}
          record={record}
          mayUpdate={mayUpdate}
          onWrite={write}
          onReload={loaded.reload}
          onEdit={(isEditing) => setOpenTiles((former) => former + (isEditing ? 1 : -1))}
        />
        <aside class="talk">
          <Comments {...{ postType, id, mayUpdate }} />
          {mayUpdate && settings.fields[pictureKey] && (
            <section class="tile" aria-label={settings.fields[pictureKey].name}>
              <h2>{settings.fields[pictureKey].name}</h2>
              <FilesEditor
                {...{ postType, recordId: id }}
                field={{ ...settings.fields[pictureKey], key: pictureKey }}
                value={record[pictureKey]}
                onReload={loaded.reload}
              />
            </section>
          )}
          {mayUpdate && settings.fields[tasksKey] && (
            <section class="tile" aria-label={settings.fields[tasksKey].name}>
              <h2>{settings.fields[tasksKey].name}</h2>
              <TasksEditor
                {...{ postType, recordId: id }}
                field={{ ...settings.fields[tasksKey], key: tasksKey }}
                value={record[tasksKey]}
                onWrite={(value) => write(tasksKey, value)}
                onReload={loaded.reload}
              />
            </section>
          )}
          <History history={records.history(id)} mayUpdate={mayUpdate} onRevert={loaded.reload} />
          {mayUpdate && <Duplicates {...{ postType, settings, id }} />}
          {shares && (
            <Shares shares={records.shares(id)} postType={postType} list={shares} onChange={loaded.reload} />
          )}
        </aside>
      </div>
      {conflict && (
        <ConflictDialog
          conflict={conflict}
          settings={settings}
          onMine={() => void write(conflict.key, conflict.value, conflict.current)}
          onTheirs={() => {
            draftOf([postType, id, conflict.key]).forget();
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

function nothingIfRefused(error: unknown): undefined {
  if (!isServiceError(error) || error.status !== 403) throw error;
}

/** The version of a record, with which its tag begins. */
function versionOf({ $etag: tag = '' }: RecordAnswer): number {
  return Number(/\d+/.exec(tag)?.[0] ?? 0);
}

function newerOf(one: RecordAnswer | undefined, other: RecordAnswer | undefined): RecordAnswer | undefined {
  if (!one || !other) return one ?? other;
  return versionOf(one) >= versionOf(other) ? one : other;
}

function isAbout(event: LiveEvent, postType: string, id: number): event is RecordEvent {
  return (
    event.type.startsWith('record.') &&
    'record_id' in event &&
    event.post_type === postType &&
    event.record_id === id
  );
}

/** The field of each type with the picture of the record. It is in no tile. */
const pictureKey = 'record_picture';

/** The user's own tasks for a record. They are in no tile, either. */
const tasksKey = 'tasks';

function RecordPicture({ settings, record }: { settings: PostTypeSettings; record: RecordAnswer }) {
  const picture = record[pictureKey] as Picture | undefined;
  return picture ? <PictureValue name={settings.fields[pictureKey]?.name ?? ''} picture={picture} /> : null;
}
