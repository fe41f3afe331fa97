import { createHash, randomUUID } from 'node:crypto';
import type { mongo } from 'mongoose';
import type { Call, Write } from '@svc/service-kit';
import type { RecordsDeps } from '../deps.ts';
import { readInTime } from '../store/read-in-time.ts';
import type { DuplicateClaim } from './duplicate-claim-model.ts';
import type { DuplicateSearch } from './duplicate-search.ts';

/**
 * Lets only one of several creates come through that look for the same value at the same time.
 *
 * Looking for a duplicate and creating a record are two steps, and transactions alone do not help: two inserts of
 * different records are no conflict. So each value that is looked for has a document, the claim, and a create goes like
 * this: make sure that the claims are there and read their tokens (this function), *then* look for a duplicate, then in
 * one transaction give each claim another token, provided that it still has the one that was read, and insert the record.
 *
 * - When another create has committed since the tokens were read, one of them differs: the transaction writes nothing, and
 *   the commit is made again, which looks again and finds the other's record.
 * - When another one is committing right now, the database refuses the second write of the claim, with the same end.
 * - When another one had committed before the tokens were read, its record is found by the search that follows.
 *
 * Claims expire a minute after their last use. That one disappears meanwhile is safe at any moment: a token that was read
 * and is not there any more does not match, and a claim that is made anew has a token that nobody has ever read.
 * What a repeated request does, and what happens after a crash, is decided by the transaction as for any other write: a
 * claim means nothing by itself. Two values that differ but share a claim only take turns.
 */
export async function claimValues(
  call: Pick<Call, 'deadline'>,
  deps: Pick<RecordsDeps, 'duplicateClaims' | 'store'>,
  search: DuplicateSearch,
): Promise<Write[]> {
  const ids = [...new Set(search.conditions.map((condition) => claimId(search, condition)))].sort();
  const tokens = await readTokens(call, deps, ids);
  const namespace = deps.store.namespace(deps.duplicateClaims);
  const next = { token: randomUUID(), at: new Date() };
  return ids.map((id) => {
    // A claim that has expired in between was read by nobody: '' is no token.
    const filter: mongo.Document = { _id: id, token: tokens.get(id) ?? '' };
    return { model: { name: 'updateOne', namespace, filter, update: { $set: next } }, mustMatch: true };
  });
}

async function readTokens(
  call: Pick<Call, 'deadline'>,
  { duplicateClaims }: Pick<RecordsDeps, 'duplicateClaims'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const there = ids.map((id) => ({
    updateOne: {
      filter: { _id: id },
      update: { $setOnInsert: { token: randomUUID(), at: new Date() } },
      upsert: true,
    },
  }));
  const claims = await readInTime(call.deadline, async (maxTimeMS) => {
    await duplicateClaims.bulkWrite(there, { ordered: false });
    return duplicateClaims
      .find({ _id: { $in: ids } })
      .maxTimeMS(maxTimeMS)
      .lean<DuplicateClaim[]>();
  });
  return new Map(claims.map(({ _id, token }) => [_id, token]));
}

/** Without case: what the search takes for the same must not have different claims. */
function claimId({ postType }: DuplicateSearch, condition: Readonly<Record<string, unknown>>): string {
  const text = `${postType.key}\n${JSON.stringify(condition).toLowerCase()}`;
  return createHash('sha256').update(text).digest('base64url');
}
