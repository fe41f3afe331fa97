/** The code with which a write of a comment is refused: one for each way to write. */
export type WriteCode = 'add_post_comment' | 'update_post_comment';
