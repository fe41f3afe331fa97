import { commentsImport, type InputOf } from '@svc/contracts';
import { defineHandler, type Call } from '@svc/service-kit';
import { cleanText, isBlank } from '@svc/service-kit/clean-text';
import { isDeepStrictEqual } from 'node:util';
import { commentEventDraft } from '../events/comment-event-draft.ts';
import { isReaction } from '../reactions/reactions.ts';
import type { StoredComment, StoredMeta } from '../store/comment-model.ts';
import type { CommentIds, CommentStore } from '../store/comment-store.ts';
import { withIds } from '../writing/comment-meta.ts';
import { commentType } from '../writing/comment-values.ts';
import { changeOf, insertionOf, writesAndEvents } from '../writing/comment-writes.ts';

type ImportCall = Call<InputOf<typeof commentsImport>>;
type Given = ImportCall['input']['comments'][number];

type Content = Pick<StoredComment, 'authorId' | 'authorName' | 'content' | 'type' | 'date'> & {
  readonly meta: readonly Omit<StoredMeta, 'id'>[];
  readonly reactions: NonNullable<StoredComment['reactions']>;
};

/** Adds or updates comments of another installation on a record, in one transaction and without notifications. */
export const importComments = defineHandler(
  commentsImport,
  async (call: ImportCall, deps: CommentStore & CommentIds) => {
    const { comments } = call.input;
    const blank = comments.filter(({ content }) => isBlank(cleanText(content)));
    const given = comments.filter((each) => !blank.includes(each));
    const reason = 'The comment has no text.';
    const problems = blank.map(({ source_id }) => ({ source_id, reason }));
    return deps.store.commit({ ...call, claim: undefined }, async () => {
      const known = await findKnown(call, deps, given);
      const added = given.filter((each) => !known.has(fromOf(call, each)));
      const altered = given.flatMap((each) => {
        const before = known.get(fromOf(call, each));
        const content = contentOf(each);
        return before && !isDeepStrictEqual(content, heldIn(before)) ? [{ before, content }] : [];
      });
      const made = await makeComments(call, deps, added);
      const changed = await Promise.all(
        altered.map(async ({ before, content }) => {
          const change = { reactions: [], ...(await stored(content, deps)) };
          const { write, after } = changeOf(before, change, deps);
          return { write, event: commentEventDraft('updated', after, { silent: true }) };
        }),
      );
      const inserted = made.map((comment) => insertionOf(comment, { silent: true }, deps));
      return {
        ...writesAndEvents([...inserted, ...changed]),
        answer: {
          created: made.length,
          changed: changed.length,
          unchanged: given.length - made.length - changed.length,
          problems,
        },
      };
    });
  },
);

function fromOf({ input }: ImportCall, { source_id: id }: Given): string {
  return `${input.source}/${id}`;
}

async function findKnown(
  call: ImportCall,
  { comments }: CommentStore,
  given: readonly Given[],
): Promise<ReadonlyMap<string, StoredComment>> {
  const ids = given.map((each) => fromOf(call, each));
  const found = await comments.model
    .find({ importedFrom: { $in: ids } })
    .maxTimeMS(call.deadline.maxTimeMS)
    .lean<StoredComment[]>();
  return new Map(found.map((comment) => [comment.importedFrom ?? '', comment]));
}

function contentOf(given: Given): Content {
  return {
    authorId: given.author_id,
    authorName: given.author_name,
    content: cleanText(given.content),
    type: commentType(given.type),
    date: new Date(given.date * 1000),
    meta: given.meta.map(({ key, value }) => ({ key, value })),
    reactions: given.reactions
      .filter(({ key }) => isReaction(key))
      .map(({ key, user_id: userId, name }) => ({ key, userId, name })),
  };
}

function heldIn({ authorId, authorName, content, type, date, meta, reactions = [] }: StoredComment): Content {
  return {
    authorId,
    authorName,
    content,
    type,
    date,
    meta: meta.map(({ key, value }) => ({ key, value })),
    reactions: reactions.map(({ key, userId, name }) => ({ key, userId, name })),
  };
}

async function makeComments(
  call: ImportCall,
  deps: CommentStore & CommentIds,
  given: readonly Given[],
): Promise<StoredComment[]> {
  if (given.length === 0) return [];
  const ids = await deps.commentIds.nextIds(given.length);
  const { post_type: postType, record_id: recordId } = call.input;
  return Promise.all(
    given.map(async (each, index) => {
      const content = contentOf(each);
      return {
        ...(await stored(content, deps)),
        _id: ids[index] as number,
        postType,
        recordId,
        authorEmail: '',
        ip: '',
        agent: '',
        // Keeps the order of the source among equal dates.
        createdAt: content.date,
        version: 1,
        importedFrom: fromOf(call, each),
      };
    }),
  );
}

async function stored({ meta, reactions, ...content }: Content, { metaIds }: CommentIds) {
  const kept = { ...content, meta: await withIds(meta, metaIds) };
  return { ...kept, ...(reactions.length > 0 && { reactions }) };
}
