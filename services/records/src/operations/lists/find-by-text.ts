import { can, maxFoundByText, recordsFindByText, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { findNamed } from '../../pickers/find-named.ts';
import type { ListDeps } from '../../lists/plan/list-deps.ts';
import { foldText } from '../../model/fold-text.ts';
import { channelsOf, channelTexts, foldChannel } from '../../model/record-texts.ts';
import { namePattern } from '../../query/name-pattern.ts';
import type { PostType } from '../../model/post-type.ts';
import type { RecordDocument } from '../../model/record.ts';

type TextCall = Call<InputOf<typeof recordsFindByText>>;
type FoundRecord = Pick<RecordDocument, '_id' | 'version' | 'name' | 'fields'>;

/** The records of accessible types that lists would show the caller for the text, with the values that contain it. */
export const findByText = defineHandler(recordsFindByText, async (call: TextCall, deps: ListDeps) => {
  const postTypes = deps.postTypes
    .all()
    .filter(({ key }) => call.input.post_types.includes(key) && can(call.actor, `access_${key}`));
  const found = await Promise.all(postTypes.map((postType) => findOfType(call, deps, postType)));
  return { records: found.flat() };
});

async function findOfType(call: TextCall, deps: ListDeps, postType: PostType) {
  const { text, within } = call.input;
  const channels = within.includes('comms') ? channelsOf(postType) : [];
  const channelPaths = channels.map(({ key }) => [`fields.${key}`, 1] as const);
  const records = await findNamed<FoundRecord>(call, deps, postType, {
    text,
    within,
    listsAll: false,
    order: 'name',
    most: maxFoundByText,
    paths: { version: 1, name: 1, ...Object.fromEntries(channelPaths) },
  });
  const inName = namePattern(text);
  const inChannel = foldChannel(text);
  return records.map((record) => {
    const { _id: id, version, name } = record;
    const isInName = within.includes('name') && inName.test(foldText(name));
    const channel = channelTexts(record, channels).find((value) => foldChannel(value).includes(inChannel));
    return { id, version, ...(isInName ? { name } : {}), ...(channel === undefined ? {} : { channel }) };
  });
}
