import { systemActor } from '@svc/contracts';
import type { Call, CommandDraft } from '@svc/service-kit';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { holdsOption, type PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import { addCommentsTo } from '../write/comments-of-write.ts';
import { findLikelyDuplicates } from './find-likely-duplicates.ts';

const author = systemActor('Duplicate Checker');

/** At most so many records are named: the likeliest. */
const maxNamed = 10;

/**
 * Asks comments to say on a new record which ones it might double, when it came in over a site link (docs/duplicates.md): whoever
 * sent it has not seen them. They are named by their ids alone, for who reads this may not view them, and only
 * for equal values.
 */
export async function warnOfDuplicates(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<DuplicateDeps, 'records' | 'site' | 'hooks' | 'postTypes' | 'duplicateFields'>,
  { postType, record, at }: { postType: PostType; record: RecordDocument; at: Date },
): Promise<CommandDraft[]> {
  const isUnseen = call.actor.kind === 'site_link';
  if (!isUnseen || !holdsOption(record, postType.duplicates.warned_of)) return [];
  const alike = await findLikelyDuplicates({ ...call, actor: author }, deps, {
    postType,
    record,
    limit: maxNamed,
  });
  if (alike.length === 0) return [];
  const links = alike.map(({ id }) => `<a href="${deps.site.permalink(postType.key, id)}/">#${id}</a>`);
  const comment = {
    text: `This record might be a duplicate of: ${links.join(', ')}`,
    type: 'duplicate',
    author: { kind: author.kind, user_id: 0, display_name: author.displayName, email: '' },
    date: Math.floor(at.getTime() / 1000),
    silent: false,
  };
  return [addCommentsTo(record, [comment], deps)];
}
