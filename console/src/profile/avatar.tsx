import { client } from '../api/client.ts';
import { ownAddress } from '../fields/values.ts';
import { caller, loadCaller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { reducePicture } from './reduce-picture.ts';

/** The picture that stands for the user, with an upload (docs/guides/users.md#avatars). */
export function Avatar() {
  const { problem, isBusy, run } = useAction();
  if (!caller.value) return null;
  const { avatar, has_uploaded_avatar: isUploaded } = caller.value;
  const change = async (work: () => Promise<unknown>) => {
    const isDone = await run(async () => {
      await work();
      await loadCaller();
    });
    if (isDone) announce(t('Saved'));
  };
  const upload = async (control: HTMLInputElement) => {
    const [file] = control.files ?? [];
    if (file) await change(async () => client.users.setAvatar(await reducePicture(file)));
    control.value = '';
  };
  return (
    <div class="avatar">
      {problem && <Notice kind="problem">{problem}</Notice>}
      <img src={ownAddress(avatar)} alt="" />
      <Field label={t('Picture')}>
        <input
          type="file"
          accept="image/*"
          disabled={isBusy}
          onChange={({ currentTarget }) => void upload(currentTarget)}
        />
      </Field>
      {isUploaded && (
        <button
          type="button"
          class="quiet"
          disabled={isBusy}
          onClick={() => void change(() => client.users.removeAvatar())}
        >
          {t('Remove {name}', { name: t('Picture') })}
        </button>
      )}
    </div>
  );
}
