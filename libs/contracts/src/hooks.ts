import type { ActionHooks, FilterHooks } from './extension.ts';

/**
 * The filters of extensions by what their results are for. Filters of `access` decide permissions: they call operations as the system, because
 * as the caller the operation would run the same filters again. They and filters of an `answer` may only read: the answer to a write may be
 * made more than once.
 */
export const filterHooks = {
  svc_set_roles_and_permissions: 'start',
  svc_create_post_check_proceed: 'write',
  svc_post_create_fields: 'write',
  svc_post_create_allow_fields: 'write',
  svc_post_update_fields: 'write',
  svc_after_get_post_fields_filter: 'answer',
  svc_search_viewable_posts_query: 'query',
  svc_adjust_post_custom_fields: 'answer',
  svc_list_posts_custom_fields: 'answer',
  svc_filter_post_comments: 'answer',
  svc_core_public_endpoint_settings: 'answer',
  svc_filter_access_permissions: 'access',
  svc_can_view_permission: 'access',
  svc_can_update_permission: 'access',
  svc_can_delete_permission: 'access',
} as const satisfies Record<keyof FilterHooks, 'start' | 'write' | 'query' | 'answer' | 'access'>;

/** The actions of extensions; an action after a comment may concern flagged records alone (`FlaggedRecords`). */
export const actionHooks = {
  svc_post_created: 'all',
  svc_post_updated: 'all',
  svc_before_post_deleted: 'all',
  svc_post_deleted: 'all',
  svc_comment_created: 'flagged',
} as const satisfies Record<keyof ActionHooks, 'all' | 'flagged'>;
