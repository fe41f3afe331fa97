import { createHash, randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Call, Write } from '@svc/service-kit';
import type { Collections } from '../store/collections.ts';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { grantingKeys, grantKeys } from '../access/grant.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { RecordDocument } from '../model/record.ts';
import type { DuplicateClaim } from '../store/duplicate-claim-model.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

/** What writes the claims of a record that is about to be created. */
type WriteClaims = (record: RecordDocument) => Write[];

/**
 * Lets only one of several creates come through that look for the same value at the same time, and would find each other.
 *
 * Looking for a duplicate and creating a record are two steps, and transactions alone do not help: two inserts of
 * different records are no conflict. So each value that is looked for has documents, its claims: one for each way to be
 * granted a record (`grantKeys`). A create goes like this: make sure that the claims are there by which its caller would find
 * others, and read their tokens (this function), *then* look for a duplicate, then in one transaction give each of them
 * another token, provided that it still has the one that was read; give another token to the claims by which others would
 * find the record, whatever they have; and insert the record.
 *
 * - When another create has committed since the tokens were read whose record this caller may update, one of them differs:
 *   the transaction writes nothing, and the commit is made again, which looks again and finds the other's record.
 * - When another one is committing right now, the database refuses the second write of a claim, with the same end.
 * - When another one had committed before the tokens were read, its record is found by the search that follows.
 * - A record that this caller may not update leaves the tokens as they are: nobody is kept waiting by what is hidden from them.
 *
 * Claims expire a minute after their last use. That one disappears meanwhile is safe at any moment: a token that was read
 * and is not there any more does not match, and a claim that is made anew has a token that nobody has ever read.
 * What a repeated request does, and what happens after a crash, is decided by the transaction as for any other write: a
 * claim means nothing by itself. Two values that differ but share a claim only take turns.
 */
export async function claimValues(
  call: Pick<Call, 'deadline'>,
  deps: Pick<DuplicateDeps, 'duplicateClaims' | 'store'>,
  search: DuplicateSearch,
): Promise<WriteClaims> {
  const looked = claimIds(search, grantKeys(search.access.grants));
  const tokens = await readTokens(call, deps, looked);
  const namespace = deps.store.namespace(deps.duplicateClaims);
  const update = { $set: { token: randomUUID(), at: new Date() } };
  return (record) => {
    const others = claimIds(search, grantingKeys(record)).filter((id) => !tokens.has(id));
    return [
      ...looked.map((id): Write => {
        // A claim that has expired in between was read by nobody: '' is no token.
        const filter: mongo.Document = { _id: id, token: tokens.get(id) ?? '' };
        return { model: { name: 'updateOne', namespace, filter, update }, mustMatch: true };
      }),
      ...others.map((id): Write => {
        const filter: mongo.Document = { _id: id };
        return { model: { name: 'updateOne', namespace, filter, update, upsert: true } };
      }),
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

/** Without case: what the search takes for the same must not have different claims. In order: no two wait for each other. */
function claimIds({ postType, conditions }: DuplicateSearch, keys: readonly string[]): string[] {
  const texts = conditions.map((condition) => JSON.stringify(condition).toLowerCase());
  const claimed = texts.flatMap((text) => keys.map((key) => `${postType.key}\n${text}\n${key}`));
  return [...new Set(claimed.map((text) => createHash('sha256').update(text).digest('base64url')))].sort();
}
