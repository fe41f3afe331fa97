import { client } from '../api/client.ts';
import type { Person } from '../fields/values.ts';
import { caller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import type { RecordAnswer } from './record.ts';

interface MarkButtonProps {
  readonly record: RecordAnswer;
  onWrite(key: string, value: unknown): Promise<boolean>;
}

/** Marks a record as a favorite of the user. */
export function FavoriteButton({ record, onWrite }: MarkButtonProps) {
  const isFavorite = record['favorite'] === true;
  return (
    <button type="button" aria-pressed={isFavorite} onClick={() => void onWrite('favorite', !isFavorite)}>
      {isFavorite ? '★' : '☆'} {t('Favorite')}
    </button>
  );
}

/** Followers of a record are notified of its changes; the assignee always is (docs/guides/sharing.md#followers). */
export function FollowButton({ postType, record, onWrite }: MarkButtonProps & { readonly postType: string }) {
  const shares = client.records(postType).shares(Number(record.ID));
  const { value, reload } = useLoaded((signal) => shares.followers({ signal }), [record.$etag]);
  const me = caller.value?.ID;
  if (!value || me === undefined) return null;
  const follows = value.includes(me);
  const isAssignee = Number((record['assigned_to'] as Person | undefined)?.id) === me;
  const toggle = async () => {
    await onWrite(follows ? 'unfollow' : 'follow', { values: [{ value: String(me) }] });
    reload();
  };
  return (
    <button type="button" aria-pressed={follows} disabled={isAssignee} onClick={() => void toggle()}>
      {t('Follow')}
    </button>
  );
}
