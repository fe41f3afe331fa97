import { Deadline, type ServiceContext } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { deriveAgain } from './derive-again.ts';
import { derivedForm } from './derived-form.ts';

type Deps = Pick<WriteDeps, 'store' | 'records' | 'recordTexts' | 'postTypes' | 'places' | 'derivedForms'>;
type Context = Pick<ServiceContext, 'log' | 'notReady'>;

/** Records that are looked at between two words in the log. */
const progressEvery = 10_000;
const together = 1_000;
/** For what is read and written at once. */
const timeoutMs = 60_000;

/**
 * Makes again what lists find and sort records by, where it was made in another form or with other declarations. To be done before
 * anything is answered; `notReady` learns the progress every 1,000 records. What it has done is kept at the end: whoever is interrupted begins
 * again, and finds most of it right.
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
    notReady(`records are prepared for lists: ${read} of ${total}`);
    const next = await nextIds(deps, postTypes, after);
    if (next.last === undefined) break;
    changed += await deriveAgain({ deadline: Deadline.after(timeoutMs), log }, deps, next.ids);
    after = next.last;
    read += next.count;
    const before = looked;
    looked += next.ids.length;
    if (Math.floor(looked / progressEvery) > Math.floor(before / progressEvery))
      log.info({ looked, changed }, 'records are prepared for lists');
  }
  if (looked > 0)
    log.info(
      { postTypes: [...postTypes], looked, changed },
      'all records are ready for lists as they are declared',
    );
}

/** The next ids in their order: whatever comes or goes meanwhile, none is left out. */
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
