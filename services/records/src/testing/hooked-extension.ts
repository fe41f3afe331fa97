import { recordsUpdate } from '@svc/contracts';
import {
  defineExtension,
  type ActionHooks,
  type FilterHooks,
  type HookContext,
} from '@svc/contracts/extension';

/** The hooks that records runs. */
export const filterHooks = [
  'svc_create_post_check_proceed',
  'svc_post_create_fields',
  'svc_post_create_allow_fields',
  'svc_post_update_fields',
  'svc_after_get_post_fields_filter',
  'svc_search_viewable_posts_query',
  'svc_adjust_post_custom_fields',
  'svc_list_posts_custom_fields',
  'svc_filter_post_comments',
  'svc_filter_access_permissions',
  'svc_can_view_permission',
  'svc_can_update_permission',
  'svc_can_delete_permission',
  'svc_core_public_endpoint_settings',
] as const satisfies readonly (keyof FilterHooks)[];

export const actionHooks = [
  'svc_post_created',
  'svc_post_updated',
  'svc_before_post_deleted',
  'svc_post_deleted',
] as const satisfies readonly (keyof ActionHooks)[];

/** What a caller can ask for with a display name like `svc_post_created: throw`. */
const behaviours: Readonly<Record<string, (value: unknown) => unknown>> = {
  throw: () => {
    throw new Error('not in this place');
  },
  'read nothing': () => (undefined as unknown as { place: string }).place,
  'return nothing': () => undefined,
  'never answer': () => new Promise(() => undefined),
  'return null': () => null,
  'return a text': () => 'text',
  'return numbers': () => [1, 2],
  'allow planet': () => ['planet', 'nickname'],
  'empty the name': (fields) => ({ ...(fields as object), name: null }),
  'rename by title': (fields) => ({ ...(fields as object), title: 'By title' }),
  'wrong field': (fields) => ({ ...(fields as object), gender: 5 }),
  'only by nickname': (query) => ({ ...(query as object), nickname: ['^Hooked'] }),
  'without filters': () => ({}),
  'add a login': (settings) => ({
    ...(settings as object),
    login_settings: ['sso'],
    sso: 'https://sso.test',
  }),
  'only the second': (comments) => (comments as unknown[]).slice(1, 2),
  refuse: () => false,
};

/** Does in each hook what the caller's name says; for everybody else it does nothing. */
const hookedExtension = defineExtension({
  name: 'hooked',
  version: '1.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      fields: {
        status: {
          name: 'Status',
          type: 'key_select',
          default: { open: { label: 'Open' }, done: { label: 'Done' } },
        },
        place: { name: 'Place', type: 'text', required: true },
        topics: { name: 'Topics', type: 'tags', required: true },
      },
    },
  },
  setup({ addFilter, addAction }) {
    addAction('svc_post_updated', async (postType, id, _requested, before, after, { actor, call }) => {
      if (actor.displayName !== 'svc_post_updated: write again' || before['nickname'] === after['nickname'])
        return;
      const fields = { age: '<26' };
      await call(recordsUpdate, { post_type: postType, id, fields, silent: true });
    });
    for (const hook of filterHooks) {
      addFilter(hook, (...parameters: unknown[]) => behave(hook, parameters) as never, { priority: 50 });
    }
    for (const hook of actionHooks) {
      addAction(hook, (...parameters: unknown[]) => void behave(hook, parameters));
    }
  },
});

function behave(hook: string, parameters: readonly unknown[]): unknown {
  const { actor } = parameters.at(-1) as HookContext;
  const [wanted, behaviour = ''] = actor.displayName.split(': ');
  const [value] = parameters;
  return wanted === hook ? behaviours[behaviour]?.(value) : value;
}

export default hookedExtension;
