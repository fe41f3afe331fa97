/** The handlers of all operations of this service. */
export { changedComments } from './operations/changed.ts';
export { createComment } from './operations/create.ts';
export { deleteComment } from './operations/delete.ts';
export { findRecords } from './operations/find-records.ts';
export { importComments } from './operations/import-comments.ts';
export { listComments } from './operations/list.ts';
export { reactToComment } from './operations/react.ts';
export { searchCounts } from './operations/search-counts.ts';
export { searchDocuments } from './operations/search-documents.ts';
export { updateComment } from './operations/update.ts';
