/** The names under which the instances of search share the events of records and of comments. */
export const recordsDurable = 'search-records';
export const commentsDurable = 'search-comments';

/** All of them. */
export const durables = [recordsDurable, commentsDurable] as const;
