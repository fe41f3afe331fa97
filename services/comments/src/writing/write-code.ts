/** The error code of a refused write, one for each kind of write. */
export type WriteCode = 'add_post_comment' | 'update_post_comment';
