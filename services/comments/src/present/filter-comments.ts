import { recordsFilterComments, type commentsList, type InputOf, type OutputOf } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

type Item = OutputOf<typeof commentsList>['comments'][number];

/** As many bytes of comments go with one question: the bus carries no more than 8 MB, with room for what is around them. */
const bytesAtOnce = 6 * 1024 * 1024;

/** The comments as the filters of extensions leave them, who run in records. Of very many they get a part at a time. */
export async function filterComments(
  { input, ask }: Pick<Call<InputOf<typeof commentsList>>, 'input' | 'ask'>,
  items: readonly Item[],
): Promise<Item[]> {
  const { post_type, id } = input;
  const filtered: object[] = [];
  for (const part of partsOf(items)) {
    const { comments } = await ask(recordsFilterComments, { post_type, id, comments: part });
    filtered.push(...comments);
  }
  return filtered as Item[];
}

function partsOf(items: readonly Item[]): Item[][] {
  const parts: Item[][] = [[]];
  let bytes = 0;
  for (const item of items) {
    const length = Buffer.byteLength(JSON.stringify(item)) + 1;
    if (bytes + length > bytesAtOnce) {
      parts.push([]);
      bytes = 0;
    }
    parts.at(-1)?.push(item);
    bytes += length;
  }
  return parts.filter((part) => part.length > 0 || parts.length === 1);
}
