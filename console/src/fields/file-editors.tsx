/** The controls of fields that hold files (docs/guides/files.md). */
import { useRef, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import type { EditorProps } from './editor-props.ts';
import { asList, ownAddress, type StoredFile } from './values.ts';

type FileProps = Omit<EditorProps, 'onWrite'>;

/** A file that is being uploaded. */
interface Upload {
  readonly name: string;
  /** 0 to 1; undefined while it is unknown. */
  readonly done: number | undefined;
}

/** Adds files to a field, with the progress of the upload, and removes them. */
export function FilesEditor({ postType, recordId, field, value, onReload }: FileProps) {
  const [problem, setProblem] = useState<string>();
  const [upload, setUpload] = useState<Upload>();
  const control = useRef<HTMLInputElement>(null);
  if (recordId === undefined) return null;
  const files = client.records(postType).files(recordId);
  const isSingle = field.type === 'image';

  const send = async (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    const name = chosen.map((file) => file.name).join(', ');
    setProblem(undefined);
    setUpload({ name, done: 0 });
    try {
      const results = await files.upload(field.key, chosen, {
        onProgress: ({ sent, total }) => setUpload({ name, done: total ? sent / total : undefined }),
      });
      const refusals = results.flatMap(({ uploaded_msg: reason }) => reason ?? []);
      if (refusals.length > 0) setProblem(refusals.join(' '));
      onReload();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setUpload(undefined);
      if (control.current) control.current.value = '';
    }
  };
  const remove = async (work: Promise<unknown>) => {
    try {
      await work;
      onReload();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <div class="files">
      {!isSingle && (
        <ul class="plain">
          {asList<StoredFile>(value).map((file) => (
            <li key={file.key} class="row">
              {file.thumbnail_url && <img src={ownAddress(file.thumbnail_url)} alt="" />}
              {file.name}
              <button
                type="button"
                class="quiet"
                aria-label={t('Remove {name}', { name: file.name })}
                onClick={() => void remove(files.delete(field.key, file.key))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && <Notice kind="problem">{problem}</Notice>}
      {upload ? (
        <label class="field">
          <span class="hint">{upload.name}</span>
          <progress value={upload.done} />
        </label>
      ) : (
        <label class="field">
          <span class="hint">{t('Upload')}</span>
          <input
            ref={control}
            type="file"
            multiple={!isSingle}
            accept={isSingle ? 'image/*' : asList<string>(field.accepted_file_types).join()}
            onChange={({ currentTarget: { files: chosen } }) => void send([...(chosen ?? [])])}
          />
        </label>
      )}
      {isSingle && value !== undefined && (
        <button type="button" class="quiet" onClick={() => void remove(files.deleteAll(field.key))}>
          {t('Remove {name}', { name: field.name })}
        </button>
      )}
    </div>
  );
}
