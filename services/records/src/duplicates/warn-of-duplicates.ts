import { systemActor } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { CommandDraft } from '@svc/service-kit/store';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { holdsOption } from '../model/post-type.ts';
import type { CreatedRecord } from '../write/write-request.ts';
import { addCommentsTo } from '../write/commit-revisions.ts';
import { findLikelyDuplicates } from './find-likely-duplicates.ts';

const author = systemActor('Duplicate Checker');

/** Maximum number of records named in the comment: the likeliest. */
const maxNamed = 10;

/**
 * Drafts a comment on a new record from a site link that names the records it may duplicate (docs/guides/duplicates.md): its sender
 * cannot have seen them. The comment contains only ids, because its readers may not be allowed to view those records, and it
 * considers only equal values.
 */
export async function warnOfDuplicates(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<DuplicateDeps, 'records' | 'site' | 'hooks' | 'postTypes' | 'duplicateFields'>,
  { postType, record, at }: CreatedRecord,
): Promise<CommandDraft[]> {
  const isUnseen = call.actor.kind === 'site_link';
  if (!isUnseen || !holdsOption(record, postType.duplicates.warned_of)) return [];
  const alike = await findLikelyDuplicates({ ...call, actor: author }, deps, {
    postType,
    record,
    limit: maxNamed,
  });
  if (alike.length === 0) return [];
  const links = alike.map(({ id }) => `<a href="${deps.site.permalink(postType.key, id)}">#${id}</a>`);
  const comment = {
    text: `This record might be a duplicate of: ${links.join(', ')}`,
    type: 'duplicate',
    author: { kind: author.kind, user_id: 0, display_name: author.displayName, email: '' },
    date: Math.floor(at.getTime() / 1000),
    silent: false,
  };
  return [addCommentsTo(record, [comment], deps)];
}
