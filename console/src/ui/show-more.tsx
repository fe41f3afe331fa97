import { t } from '../text/t.ts';

/** The button below a list that has more than it shows. */
export function ShowMore({ onShow }: { onShow(): void }) {
  return (
    <p class="pages">
      <button type="button" onClick={onShow}>
        {t('Show more')}
      </button>
    </p>
  );
}
