import { recordsFilterComments, type commentsList, type InputOf, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

type Item = OutputOf<typeof commentsList>['comments'][number];

/** Comments after the filters of extensions, which run in the records service. */
export async function filterComments(
  { input, ask }: Pick<Call<InputOf<typeof commentsList>>, 'input' | 'ask'>,
  items: Item[],
): Promise<Item[]> {
  const { post_type, id } = input;
  const { comments } = await ask(recordsFilterComments, { post_type, id, comments: items });
  return comments as Item[];
}
