import { Deadline, type ServiceContext } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Collections } from '../store/collections.ts';
import { deriveAgain } from './derive-again.ts';
import { derivedForm } from './derived-form.ts';

type Deps = Pick<ReadDeps, 'store' | 'records' | 'recordTexts' | 'postTypes' | 'places'> &
  Pick<Collections, 'derivedForms'>;
type Context = Pick<ServiceContext, 'log' | 'notReady'>;

/** Number of records between two progress entries in the log. */
const progressEvery = 10_000;
const together = 1_000;
/** For each batch of `together` records. */
const timeoutMs = 60_000;

/**
 * Rebuilds the data by which lists find and sort records, for post types whose `derivedForm` differs from the stored one. Must finish before
 * the service answers requests; `notReady` gets the progress every 1,000 records. The new forms are stored at the end: an interrupted run
 * starts over and finds most records up to date.
 */
export async function refillDerived(deps: Deps, context: Context): Promise<void> {
  const forms = new Map(deps.postTypes.declared().map((type) => [type.key, derivedForm(type)]));
  const kept = await deps.derivedForms.stored(Deadline.after(timeoutMs));
  const others = [...forms].filter(([key, form]) => kept.forms[key] !== form);
  if (others.length === 0) return;
  await refill(deps, context, new Set(others.map(([key]) => key)));
  const made = Object.fromEntries(others.map(([key, form]) => [`forms.${key}`, form]));
  await deps.derivedForms.change({ $set: made }, Deadline.after(timeoutMs));
}

async function refill(deps: Deps, { log, notReady }: Context, postTypes: ReadonlySet<string>): Promise<void> {
  const total = await deps.records.estimatedDocumentCount();
  let read = 0;
  let looked = 0;
  let changed = 0;
  let after = -Infinity;
  for (;;) {
    notReady(`preparing records for lists: ${read} of ${total}`);
    const next = await nextIds(deps, postTypes, after);
    if (next.last === undefined) break;
    changed += await deriveAgain({ deadline: Deadline.after(timeoutMs), log }, deps, next.ids);
    after = next.last;
    read += next.count;
    const before = looked;
    looked += next.ids.length;
    if (Math.floor(looked / progressEvery) > Math.floor(before / progressEvery))
      log.info({ looked, changed }, 'preparing records for lists');
  }
  if (looked > 0)
    log.info({ postTypes: [...postTypes], looked, changed }, 'all records are prepared for lists');
}

/** The next ids in ascending order: no record is skipped when others are created or deleted meanwhile. */
async function nextIds(
  { records }: Deps,
  postTypes: ReadonlySet<string>,
  after: number,
): Promise<{ readonly ids: readonly number[]; readonly last: number | undefined; readonly count: number }> {
  const found = await records
    .find({ _id: { $gt: after } }, { postType: 1 })
    .sort({ _id: 1 })
    .limit(together)
    .maxTimeMS(timeoutMs)
    .lean();
  const ids = found.filter(({ postType }) => postTypes.has(postType)).map(({ _id }) => _id);
  return { ids, last: found.at(-1)?._id, count: found.length };
}
