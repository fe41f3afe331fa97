import { moveComments, recordsMerge, type Fields, type InputOf, type OutputOf } from '@svc/contracts';
import { defineHandler, invalidParam, type Call } from '@svc/service-kit';
import type { CommandDraft, Commit } from '@svc/service-kit/store';
import { accessTo } from '../../access/record-access.ts';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { loadAllConnections, loadBoth, type MergedStates } from '../../merge/load-for-merge.ts';
import { mergeRecords, type MergedRecords } from '../../merge/merge-records.ts';
import { parseMerge, type Merge, type MergeSide } from '../../merge/parse-merge.ts';
import { resolveKeys, type PostType } from '../../model/post-type.ts';
import { presentRecord } from '../../read/present-record.ts';
import { commitAnswered, type MakeAnswer } from '../../revision/record-locks.ts';
import { commentsOfWrite, commitRevisions } from '../../write/commit-revisions.ts';
import { recordsTouched } from '../../write/revise-records.ts';

type MergeCall = Call<InputOf<typeof recordsMerge>>;

/** Merges two records: see docs/guides/duplicates.md. */
export const merge = defineHandler(recordsMerge, async (call: MergeCall, deps: DuplicateDeps) => {
  const postType = deps.postTypes.get(call.input.post_type);
  const { primary, archiving } = idsOf(call);
  if (primary === archiving)
    throw invalidParam({ archiving_post_id: 'must be another record than the primary one' });
  const work = await understand(call, deps, postType);
  return commitAnswered(call, deps, {
    touched: work.touched,
    attempt: (_isFresh, answer) => commitOf(call, deps, { ...work, answer }),
    commit: (attempt) => attempt(),
  });
});

function idsOf({ input }: MergeCall): { primary: number; archiving: number } {
  return { primary: input.primary_post_id, archiving: input.archiving_post_id };
}

/** The parsed merge, both records as they were at that time, and the ids of all records that the merge is known to touch. */
async function understand(call: MergeCall, deps: DuplicateDeps, postType: PostType) {
  const ids = idsOf(call);
  const states = await loadBoth(call, deps, postType, ids);
  const sides = {
    primary: {
      id: ids.primary,
      before: await presentRecord(call, deps, postType, states.primary),
      fields: resolveKeys(postType, call.input.values ?? {}),
      connected: connectedBoth(states),
    },
    archiving: {
      id: ids.archiving,
      before: await presentRecord(call, deps, postType, states.archiving),
      fields: archivedFields(postType),
      connected: states.archiving.connected,
    },
  };
  const parsed = await parseMerge(call, deps, postType, sides);
  const connections = await loadAllConnections(call, deps, states.archiving.record);
  const others = connections.map(({ item }) => item.id);
  const touched = [...Object.values(ids), ...others, ...recordsTouched(parsed.values, parsed.shares)];
  return { merge: parsed, sides, touched };
}

type UnderstoodMerge = Awaited<ReturnType<typeof understand>>;

const reason = 'duplicate';

/** The fields that archive a merged duplicate: the archived status of its type, and the reason if the type declares one. */
function archivedFields({ statusField, fields }: PostType): Fields {
  if (!statusField || !fields.has(statusField.status_key)) return {};
  const { status_key: statusKey, archived_key: archivedKey } = statusField;
  const reasonKey = `reason_${archivedKey}`;
  const hasReason = fields.get(reasonKey)?.options.has(reason) ?? false;
  return { [statusKey]: archivedKey, ...(hasReason ? { [reasonKey]: reason } : {}) };
}

/** The connections that the primary record will have, as far as they are shown. */
function connectedBoth({ primary, archiving }: MergedStates): MergeSide['connected'] {
  const keys = Object.keys({ ...primary.connected, ...archiving.connected });
  const both = (key: string) => [...(primary.connected[key] ?? []), ...(archiving.connected[key] ?? [])];
  return Object.fromEntries(keys.map((key) => [key, both(key)]));
}

async function commitOf(
  call: MergeCall,
  deps: DuplicateDeps,
  { merge: parsed, sides, answer }: UnderstoodMerge & { answer: MakeAnswer },
): Promise<Commit<OutputOf<typeof recordsMerge>>> {
  const { postType } = parsed;
  const ids = idsOf(call);
  const merged = await mergeRecords(call, deps, parsed, await loadBoth(call, deps, postType, ids));
  const { primary, archiving } = merged.states;
  const plain = { ID: ids.primary };
  const show = async () => {
    const mayView = await accessTo(call, deps, postType, 'view').allows(primary.record);
    const after = await presentRecord(call, deps, postType, primary);
    const archived = await presentRecord(call, deps, postType, archiving);
    return {
      answer: mayView ? after : plain,
      afterwards: async () => {
        await acted(sides.primary, after);
        await acted(sides.archiving, archived);
      },
    };
  };
  return {
    ...(await commitRevisions(call, deps, merged)),
    commands: commandsOf(call, deps, parsed, merged),
    ...(await answer<OutputOf<typeof recordsMerge>>(plain, show)),
  };

  function acted({ id, fields, before }: MergeSide, now: MergeSide['before']): Promise<void> {
    return deps.hooks.act('svc_post_updated', call, postType.key, id, fields, before, now);
  }
}

/** The commands of a merge: comments of the duplicate move to the primary record, which also gets the comments sent with the merge. */
function commandsOf(
  call: MergeCall,
  deps: DuplicateDeps,
  { postType, comments, movesComments }: Merge,
  { states, at }: MergedRecords,
): CommandDraft[] {
  const { primary, archiving } = idsOf(call);
  const about = { record: states.primary.record, actor: call.actor, at, silent: false };
  const input = { post_type: postType.key, from_id: archiving, to_id: primary };
  const moves = movesComments ? [{ command: moveComments, input }] : [];
  return [...moves, ...commentsOfWrite(about, comments, deps)];
}
