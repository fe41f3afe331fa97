import type { Comment, ReactionKey } from '@svc/client';
import { caller } from '../session/caller.ts';
import { t } from '../text/t.ts';

interface ReactionsProps {
  readonly comment: Comment;
  /** Adds or removes the user's reaction; undefined where they may not react. */
  readonly onToggle: ((reaction: ReactionKey) => void) | undefined;
}

/** The reactions to a comment, each a button with its number and the names of the users. */
export function Reactions({ comment: { comment_reactions: all }, onToggle }: ReactionsProps) {
  const offered: readonly (readonly [ReactionKey, string, string])[] = [
    ['reaction_thumbs_up', '👍', t('Thumbs up')],
    ['reaction_heart', '❤️', t('Heart')],
    ['reaction_laugh', '😄', t('Laugh')],
    ['reaction_wow', '😮', t('Wow')],
    ['reaction_sad', '😢', t('Sad')],
    ['reaction_prayer', '🙏', t('Prayer')],
  ];
  const users = (key: string) =>
    Array.isArray(all) ? [] : ((all as Record<string, { name: string; user_id: string }[]>)[key] ?? []);
  const button = ([key, sign, label]: (typeof offered)[number]) => {
    const names = users(key).map(({ name }) => name);
    return (
      <button
        key={key}
        type="button"
        class="quiet"
        aria-pressed={users(key).some(({ user_id: id }) => id === String(caller.value?.ID))}
        aria-label={names.length > 0 ? `${label}: ${names.join(', ')}` : label}
        title={names.join(', ') || label}
        disabled={!onToggle}
        onClick={() => onToggle?.(key)}
      >
        <span aria-hidden>{sign}</span> {names.length || ''}
      </button>
    );
  };
  const given = offered.filter(([key]) => users(key).length > 0);
  const others = offered.filter(([key]) => users(key).length === 0);
  return (
    <span class="reactions">
      {given.map(button)}
      {onToggle && (
        <details>
          <summary aria-label={t('React')}>☺</summary>
          {others.map(button)}
        </details>
      )}
    </span>
  );
}
