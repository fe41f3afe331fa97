/** More rounds than this mean that something changes faster than it can be written; the job is done again later. */
const maxRounds = 20;

/**
 * Repeats `round`, which writes entries for ids to the engine and returns those ids whose state has changed since it was
 * read, until there are none. Two instances may write the same entry in any order: whoever wrote an old state last
 * sees in this check that there is a newer one, and writes that.
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
