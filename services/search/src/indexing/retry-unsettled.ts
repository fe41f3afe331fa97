/** After this many rounds, entries change faster than they can be written; the job is repeated later. */
const maxRounds = 20;

/**
 * Repeats `round`, which writes the entries of ids and returns the ids whose state has changed since it was read, until
 * there are none. Two instances may write an entry in any order: the one that wrote an old state last then sees the
 * newer one, and writes it.
 */
export async function retryUnsettled(
  ids: readonly number[],
  round: (ids: readonly number[]) => Promise<readonly number[]>,
): Promise<void> {
  let unsettled = ids;
  for (let rounds = 0; unsettled.length > 0; rounds += 1) {
    if (rounds === maxRounds) throw new Error(`${unsettled.length} entries kept changing`);
    unsettled = await round(unsettled);
  }
}
