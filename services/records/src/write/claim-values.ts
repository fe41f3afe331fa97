import { createHash, randomUUID } from 'node:crypto';
import type { Call } from '@svc/service-kit';
import type { Store, Write } from '@svc/service-kit/store';
import type { Collections } from '../store/collections.ts';
import { grantingKeys, grantKeys } from '../access/grant.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { DuplicateClaim } from '../store/duplicate-claim-model.ts';
import { writeTo } from '../revision/record-writes.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

/**
 * Lets only one of several concurrent creates succeed that look for the same value and would find each other's records.
 *
 * Looking for a duplicate and creating a record are two steps, and a transaction alone does not help: two inserts of
 * different records do not conflict. So each value has claim documents, one for each grant key (`grantKeys`). A create
 * 1. makes sure that the claims exist by which its caller would find other records, and reads their tokens (this function);
 * 2. looks for a duplicate;
 * 3. in one transaction replaces these tokens, provided that each is still the one it has read, replaces the tokens of the
 *    claims by which others would find the new record, whatever they are, and inserts the record.
 *
 * - If another create whose record this caller may update has committed since step 1, a token differs: the transaction
 *   writes nothing, and the commit runs again and finds the other record.
 * - If another create is committing at the same time, the database refuses the second write of a claim, with the same result.
 * - If another create had committed before step 1, step 2 finds its record.
 * - A create of a record that this caller may not update leaves these tokens unchanged: hidden records delay nobody.
 *
 * Claims expire a minute after their last use. A claim may disappear at any moment: a token that was read and no longer
 * exists does not match, and a new claim has a token that nobody has read. The transaction handles repeated requests and
 * crashes as for any other write: a claim means nothing by itself. Different values that share a claim only take turns.
 *
 * Returns a function that makes the claim writes of the record that is about to be created.
 */
export async function claimValues(
  call: Pick<Call, 'deadline'>,
  deps: Pick<Collections, 'duplicateClaims'> & { readonly store: Store },
  search: DuplicateSearch,
): Promise<(record: RecordDocument) => Write[]> {
  const looked = claimIds(search, grantKeys(search.access.grants));
  const tokens = await readTokens(call, deps, looked);
  const name = 'updateOne';
  const update = { $set: { token: randomUUID(), at: new Date() } };
  return (record) => {
    const others = claimIds(search, grantingKeys(record)).filter((id) => !tokens.has(id));
    return [
      ...looked.map((id) => {
        // A claim that expired before it was read has no known token: '' matches none.
        const filter = { _id: id, token: tokens.get(id) ?? '' };
        return writeTo(deps, deps.duplicateClaims, { name, filter, update, mustMatch: true });
      }),
      ...others.map((id) =>
        writeTo(deps, deps.duplicateClaims, { name, filter: { _id: id }, update, upsert: true }),
      ),
    ];
  };
}

async function readTokens(
  call: Pick<Call, 'deadline'>,
  { duplicateClaims }: Pick<Collections, 'duplicateClaims'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const there = ids.map((id) => ({
    updateOne: {
      filter: { _id: id },
      update: { $setOnInsert: { token: randomUUID(), at: new Date() } },
      upsert: true,
    },
  }));
  const claims = await readWithDeadline(call.deadline, async (maxTimeMS) => {
    await duplicateClaims.bulkWrite(there, { ordered: false });
    return duplicateClaims
      .find({ _id: { $in: ids } })
      .maxTimeMS(maxTimeMS)
      .lean<DuplicateClaim[]>();
  });
  return new Map(claims.map(({ _id, token }) => [_id, token]));
}

/** Lower case, because values that the search treats as equal must share claims. Sorted, so that no two creates deadlock. */
function claimIds({ postType, conditions }: DuplicateSearch, keys: readonly string[]): string[] {
  const texts = conditions.map((condition) => JSON.stringify(condition).toLowerCase());
  const claimed = texts.flatMap((text) => keys.map((key) => `${postType.key}\n${text}\n${key}`));
  return [...new Set(claimed.map((text) => createHash('sha256').update(text).digest('base64url')))].sort();
}
