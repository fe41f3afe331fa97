import { commentsChanged, ServiceError } from '@svc/contracts';
import { inBatches, plainText } from '@svc/service-kit';
import { boundText } from '../projection/bounds.ts';
import type { FoundComment, Hit } from './hit.ts';
import type { Asked } from './confirm-meta.ts';
import { holdsText } from './holds-text.ts';

/** Comments per request to the comments service. */
const batchSize = 2_000;

/** Changed comments by id; undefined for a deleted one. */
type Changed = ReadonlyMap<number, { record_id: number; content: string } | undefined>;

/** Confirms that hits still have their comments: asks the comments service which have changed since they were indexed. */
export async function confirmComments(
  hits: readonly Hit[],
  asked: Asked,
): Promise<{ hits: readonly Hit[]; isWithoutComments: boolean }> {
  const found = hits.flatMap(({ candidate: { comment } }) => comment ?? []);
  if (found.length === 0) return { hits, isWithoutComments: false };
  const changed = await changedComments(found, asked).catch((error: unknown) => unanswered(error, asked));
  const confirmed = hits.map((hit) => withCommentNow(hit, changed, asked.query));
  return { hits: confirmed, isWithoutComments: changed === undefined };
}

async function changedComments(found: readonly FoundComment[], { deps, call }: Asked): Promise<Changed> {
  const known = found.map(({ id, version }) => ({ id, version }));
  const changed = new Map<number, { record_id: number; content: string } | undefined>();
  for (const comments of inBatches(known, batchSize)) {
    const answer = await deps.askAsService(commentsChanged, { comments }, call);
    for (const { id, ...now } of answer.changed) changed.set(id, now);
    for (const id of answer.gone) changed.set(id, undefined);
  }
  return changed;
}

/** Without an answer no comment is shown: it may be deleted. */
function unanswered(error: unknown, { call }: Asked): undefined {
  if (!(error instanceof ServiceError)) throw error;
  call.log.warn({ err: error }, 'searched without comments: the comments service did not confirm them');
  return undefined;
}

function withCommentNow(hit: Hit, changed: Changed | undefined, query: string): Hit {
  const { comment, ...others } = hit.candidate;
  if (!comment || (changed && !changed.has(comment.id))) return hit;
  const now = changed?.get(comment.id);
  const isHeld =
    now?.record_id === hit.record.id &&
    (boundText(now.content) === comment.text || holdsText(plainText(now.content), query));
  return { ...hit, candidate: isHeld ? { ...others, comment: { ...comment, text: now.content } } : others };
}
