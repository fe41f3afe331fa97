/**
 * Runs `work` for each item, at most `width` concurrently; an item is taken when its turn comes, and none after a failure. Returns the results in
 * the order of the items. @throws the first error of `work`
 */
export async function sideBySide<Item, Result>(
  items: Iterable<Item>,
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = numbered(items);
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

function* numbered<Item>(items: Iterable<Item>): Generator<[index: number, item: Item]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
