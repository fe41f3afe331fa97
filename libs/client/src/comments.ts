import type { RequestOptions, Send, WriteOptions } from './send.ts';

/** A comment in a list (docs/guides/comments.md#reading). */
export interface Comment {
  readonly comment_ID: string;
  readonly comment_post_ID: string;
  readonly comment_author: string;
  readonly comment_content: string;
  /** `yyyy-mm-dd hh:mm:ss` in UTC. */
  readonly comment_date: string;
  readonly comment_date_gmt: string;
  readonly comment_type: string;
  readonly user_id: string;
  readonly gravatar: string;
  readonly comment_meta: CommentMeta;
  /** The users by reaction; `[]` when there are none. */
  readonly comment_reactions: Readonly<Record<string, readonly Reaction[]>> | readonly never[];
}

/** Meta of a comment by key; `[]` when there is none. */
export type CommentMeta =
  | Readonly<Record<string, readonly { readonly id: string; readonly value: string | null }[]>>
  | readonly never[];

/** A user who reacted. */
export interface Reaction {
  readonly name: string;
  readonly user_id: string;
}

/** A comment in the answer of a write, without avatar and reactions. */
export type WrittenComment = Omit<Comment, 'gravatar' | 'comment_reactions'>;

/** A page of comments, newest first. */
export interface CommentPage {
  readonly comments: readonly Comment[];
  readonly total: number;
}

/** Options of a comment. */
export interface CommentOptions extends WriteOptions {
  /** Free text of up to 20 characters: `comment` by default. */
  readonly type?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Options of a new comment. */
export interface NewCommentOptions extends CommentOptions {
  /** `yyyy-mm-dd hh:mm:ss`: now by default. */
  readonly date?: string;
  /** Whether nobody is notified. */
  readonly silent?: boolean;
}

/** The reactions that clients offer; any other key that begins with `reaction_` works too. */
export type ReactionKey =
  `reaction_${'thumbs_up' | 'heart' | 'laugh' | 'wow' | 'sad' | 'prayer' | (string & {})}`;

/** The comments of a record. */
export interface Comments {
  list(query?: RequestOptions & { readonly number?: number; readonly offset?: number }): Promise<CommentPage>;
  /** All comments, newest first, read page by page while they are used. */
  all(query?: RequestOptions & { readonly pageSize?: number }): AsyncGenerator<Comment, void, undefined>;
  /** Adds a comment; `@[name](user id)` mentions a user. */
  create(text: string, options?: NewCommentOptions): Promise<WrittenComment>;
  update(commentId: number | string, text: string, options?: CommentOptions): Promise<WrittenComment>;
  delete(commentId: number | string, options?: WriteOptions): Promise<void>;
  /** Adds the reaction of the caller, or removes it. Returns whether they have it now. */
  toggleReaction(commentId: number | string, reaction: ReactionKey, options?: WriteOptions): Promise<boolean>;
}

export function createComments(send: Send, root: string): Comments {
  const list: Comments['list'] = async ({ number, offset, ...options } = {}) =>
    (await send<CommentPage>({ method: 'GET', path: root, query: { number, offset }, options })).body;

  async function write<Body>(path: string, json: object, options: NewCommentOptions = {}): Promise<Body> {
    const query = { silent: options.silent };
    return (await send<Body>({ method: 'POST', path, query, json, isWrite: true, options })).body;
  }

  return {
    list,
    async *all({ pageSize = 100, ...options } = {}) {
      for (let offset = 0, total = Infinity; offset < total; offset += pageSize) {
        const page = await list({ ...options, number: pageSize, offset });
        yield* page.comments;
        total = page.total;
      }
    },
    create: (comment, options = {}) =>
      write(root, { comment, comment_type: options.type, meta: options.meta, date: options.date }, options),
    update: (id, comment, options = {}) =>
      write(`${root}/${id}`, { comment, comment_type: options.type, meta: options.meta }, options),
    async delete(id, options = {}) {
      await send({ method: 'DELETE', path: `${root}/${id}`, isWrite: true, options });
    },
    async toggleReaction(id, reaction, options) {
      return (await write<true | readonly string[]>(`${root}/${id}/react`, { reaction }, options)) !== true;
    },
  };
}
