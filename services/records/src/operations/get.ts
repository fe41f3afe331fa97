import { recordsGet, type Fields, type RecordShape } from '@svc/contracts';
import { AnswerWith, defineHandler } from '@svc/service-kit';
import type { PostType } from '../model/post-type.ts';
import { parseReturnedFields } from '../query/returned-fields.ts';
import { expandItems } from '../read/expand-items.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import { loadViewed } from '../read/load-record.ts';
import { parseNestedFields } from '../read/nested-fields.ts';
import { presentAnswer } from '../read/present-record.ts';

/** One record with its fields, or with the requested ones and fields of connected records. */
export const get = defineHandler(recordsGet, async (received, deps: ReadDeps) => {
  const call = { ...received, asOf: performance.now() };
  const { post_type: key, id, fields_to_return: names, dialect, is_view: isView } = call.input;
  const postType = deps.postTypes.get(key);
  // The older API has no such parameter for single records.
  const returned = dialect === 'reference' || !names ? undefined : parseReturnedFields(names, postType);
  const nested = parseNestedFields(returned?.paths ?? [], postType, deps.postTypes);
  const state = await loadViewed(call, deps, postType, id);
  const whole = await presentAnswer(call, deps, postType, state);
  const answer = returned ? withFields(whole, returned.shown, postType) : whole;
  await expandItems(call, deps, [answer], nested);
  // A script reads for nobody in particular: for the user, the record and its notifications stay unread.
  if (isView && !call.actor.key)
    deps.recent.viewed({ userId: call.actor.userId, postType: postType.key }, state.record._id);
  return new AnswerWith({ version: state.record.version }, answer);
});

/** The keys that every answer has, and those of these fields. */
function withFields(whole: RecordShape, shown: readonly { key: string }[], postType: PostType): RecordShape {
  const keys = new Set(shown.map(({ key }) => key));
  const isShown = (key: string) => {
    const field = postType.fields.get(postType.aliases.get(key)?.field ?? key);
    return !field || keys.has(field.key) || alwaysRead.has(key);
  };
  const fields: Fields = Object.fromEntries(Object.entries(whole).filter(([key]) => isShown(key)));
  return fields as RecordShape;
}

const alwaysRead: ReadonlySet<string> = new Set(['name', 'title', 'post_date', 'last_modified']);
