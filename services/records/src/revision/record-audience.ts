import type { Audience } from '@svc/contracts';
import type { PostTypes } from '../post-types/post-types.ts';
import type { RecordDocument } from '../model/record.ts';
import { audienceOf } from './audience-of.ts';

/** Who may have to be told of a record, whichever modules are on; undefined where nobody declares its type any more. */
export function recordAudience(
  record: RecordDocument,
  { postTypes }: { readonly postTypes: Pick<PostTypes, 'withAllModules'> },
): Audience | undefined {
  const postType = postTypes.withAllModules(record.postType);
  return postType && audienceOf(record, postType);
}
