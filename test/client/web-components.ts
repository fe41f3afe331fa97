import { join } from 'node:path';

/**
 * The parts of `@disciple.tools/web-components@0.8.3` that tests use. Its main file needs a browser, and its exports hide the
 * two classes below, so they are loaded from their files.
 */
export interface ApiService {
  makeRequest(method: string, url: string, data?: object, base?: string): Promise<unknown>;
  getPost(postType: string, id: number): Promise<ClientRecord>;
  createPost(postType: string, fields: object): Promise<ClientRecord>;
  fetchPostsList(postType: string, query: object): Promise<{ posts: ClientRecord[]; total: number }>;
  updatePost(postType: string, id: number, fields: object): Promise<ClientRecord>;
  deletePost(postType: string, id: number): Promise<unknown>;
  listPostsCompact(postType: string, query?: string): Promise<unknown>;
  getPostDuplicates(postType: string, id: number): Promise<unknown>;
  checkFieldValueExists(postType: string, value: object): Promise<unknown>;
  getMultiSelectValues(postType: string, field: string, query?: string): Promise<unknown>;
  getLocations(postType: string, field: string, filter: string, query?: string): Promise<unknown>;
  transferContact(contactId: number, siteId: number): Promise<unknown>;
  transferContactSummaryUpdate(contactId: number, update: string): Promise<unknown>;
  requestRecordAccess(postType: string, id: number, userId: number): Promise<unknown>;
  createComment(postType: string, id: number, comment: string, type?: string): Promise<ClientComment>;
  updateComment(postType: string, id: number, commentId: string, comment: string): Promise<ClientComment>;
  deleteComment(postType: string, id: number, commentId: string): Promise<unknown>;
  getComments(postType: string, id: number): Promise<{ comments: ClientComment[]; total: number }>;
  toggle_comment_reaction(
    ...call: [postType: string, id: number, commentId: string, userId: number, reaction: string]
  ): Promise<unknown>;
  getPostActivity(postType: string, id: number): Promise<{ activity: ClientActivity[]; total: number }>;
  getSingleActivity(postType: string, id: number, activityId: string): Promise<ClientActivity>;
  revertActivity(postType: string, id: number, activityId: string): Promise<unknown>;
  getPostShares(postType: string, id: number): Promise<unknown>;
  addPostShare(postType: string, id: number, userId: number): Promise<unknown>;
  removePostShare(postType: string, id: number, userId: number): Promise<unknown>;
  getFilters(): Promise<unknown>;
  saveFilters(postType: string, filter: object): Promise<unknown>;
  deleteFilter(postType: string, id: string): Promise<unknown>;
  searchUsers(query: string, postType: string): Promise<{ ID: number; name: string; avatar: string }[]>;
  checkDuplicateUsers(postType: string, id: number): Promise<unknown>;
  getContactInfo(postType: string, id: number): Promise<ClientRecord>;
  createUser(user: object): Promise<unknown>;
  advanced_search(query: string, postType: string, offset: number, filters: object): Promise<unknown>;
}

interface ClientRecord {
  ID: number;
  post_type: string;
  name: string;
  [field: string]: unknown;
}

interface ClientComment {
  comment_ID: string;
  comment_content: string;
  comment_author: string;
  comment_type: string;
  user_id: string;
}

interface ClientActivity {
  histid: string;
  meta_key: string;
  name: string;
  object_note: string;
}

export interface ClientError extends Error {
  args: { status: number; statusText: string; body: unknown };
}

/** Saves changes in the components of a record's page, and loads their options. */
export interface ComponentService {
  enableAutoSave(selector?: string): void;
  attachLoadEvents(selector?: string): Promise<void>;
}

type ApiServiceClass = new (nonce: string, apiRoot?: string) => ApiService;
type ComponentServiceClass = new (
  postType: string,
  postId: number,
  nonce: string,
  apiRoot?: string,
) => ComponentService;

const services = join(import.meta.dirname, '../../node_modules/@disciple.tools/web-components/src/services');

export async function loadWebComponents() {
  const api = (await import(join(services, 'apiService.js'))) as { default: ApiServiceClass };
  const component = (await import(join(services, 'componentService.js'))) as {
    default: ComponentServiceClass;
  };
  return { ApiService: api.default, ComponentService: component.default };
}
