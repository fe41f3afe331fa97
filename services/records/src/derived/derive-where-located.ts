import type { CommitCall } from '@svc/service-kit/store';
import type { ReadDeps } from '../read/read-deps.ts';
import { storageOf } from '../model/stored-value.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { deriveAgain } from './derive-again.ts';

type Deps = Pick<ReadDeps, 'store' | 'records' | 'recordTexts' | 'postTypes' | 'places'>;

/** A request that writes a record while the grid changes may still use the old lineage; a further round corrects it. */
const maxRounds = 3;

/** Rebuilds the terms of records that name one of these rows of the location grid. */
export async function deriveWhereLocated(
  call: Pick<CommitCall, 'deadline' | 'log'>,
  deps: Deps,
  gridIds: readonly number[],
): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const ids = await locatedIn(call, deps, gridIds);
    if ((await deriveAgain(call, deps, ids)) === 0) return;
  }
}

async function locatedIn(
  call: Pick<CommitCall, 'deadline'>,
  { records, postTypes }: Deps,
  gridIds: readonly number[],
): Promise<readonly number[]> {
  const fields = postTypes.declared().flatMap((type) => [...type.fields.values()]);
  const located = fields.filter(
    (field) => field.type.query?.filterTerms && field.type.read.placesOf && storageOf(field) === 'record',
  );
  const keys = [...new Set(located.map(({ key }) => key))];
  const among = { $in: [...gridIds] };
  const found = await Promise.all(
    keys.map((key) => readLean(call, records.find({ [`fields.${key}`]: among }, { _id: 1 }))),
  );
  return [...new Set(found.flat().map(({ _id }) => _id))];
}
