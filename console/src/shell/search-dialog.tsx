import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
import type { Choice } from '../ui/choice-items.tsx';
import { Combobox } from '../ui/combobox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { addressOf, open } from '../address/address.ts';

/** The search over records of all types (docs/guides/search.md). */
export function SearchDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t('Search')} onClose={onClose}>
      <Combobox
        label={t('Search records, phone numbers and comments')}
        autofocus
        find={findEverywhere}
        onChoose={({ id }) => {
          onClose();
          open(addressOf(id.split('/')));
        }}
      />
    </Dialog>
  );
}

async function findEverywhere(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  if (text === '') return [];
  const { hits } = await client.search(text, { signal });
  return hits.flatMap(({ post_type: postType, post_type_label_singular: label, posts }) =>
    posts.map(({ ID: id, post_title: title }) => ({ id: `${postType}/${id}`, label: title, hint: label })),
  );
}
