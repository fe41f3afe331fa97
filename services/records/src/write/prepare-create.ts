import { ServiceError, type Fields, type InputOf, type recordsCreate } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { WriteDeps } from '../revision/write-deps.ts';
import { unwritten } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { connectFromMeta } from './connect-from-meta.ts';
import { parseRequest } from './parse-request.ts';
import type { RecordWrite } from './revise-records.ts';
import { takeExtras, type ExtraComment } from './take-extras.ts';
import { takeName } from './take-name.ts';
import { withConnectedIds } from './with-connected-ids.ts';

/** The call of a create. */
export type CreateCall = Call<InputOf<typeof recordsCreate>>;

/** A create that is understood: what is left is to write it. */
export interface PreparedCreate {
  readonly write: RecordWrite;
  readonly comments: readonly ExtraComment[];
}

/**
 * What a create asks for, after the hooks that fill in what is unset; everything it names is looked up.
 * @throws ServiceError `create_post` or a field's own code, with all that is wrong.
 */
export async function prepareCreate(
  call: CreateCall,
  deps: WriteDeps,
  postType: PostType,
): Promise<PreparedCreate> {
  const code = 'create_post';
  const requested = withoutEmptyDate(takeName(call.input.fields, code));
  const connected = await connectFromMeta(call, deps, { postType, code, fields: requested });
  const asked = await withConnectedIds(call, deps, {
    postType,
    fields: connected.fields,
    record: unwritten,
  });
  const filled = await deps.hooks.filterWrite('svc_post_create_fields', call, asked, postType.key);
  const named = takeName(filled.fields, code);
  if (named['name'] === undefined) {
    const data = { field: 'name', fields: named };
    throw new ServiceError(code, 'title needed', { status: 400, data });
  }
  const taken = takeExtras(named, postType, code);
  const problems = [...taken.problems, ...connected.problems];
  const request = { ...taken, problems, postType, code, requested: asked } as const;
  const changes = await parseRequest(call, deps, request);
  const { shares } = filled.effects;
  return {
    write: { postType, changes, shares, keepExisting: false, code },
    comments: taken.extras.comments,
  };
}

/** An import sends an empty date for a record that was never given one: it is created now. */
function withoutEmptyDate(fields: Fields): Fields {
  const { post_date: date, ...others } = fields;
  return date === '' || date === null ? others : fields;
}
