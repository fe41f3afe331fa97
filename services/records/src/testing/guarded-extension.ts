import { recordsGetMany } from '@svc/contracts';
import { defineExtension, type Fields, type HookContext } from '@svc/contracts/extension';

/** Which contacts somebody sees whose name says so, whatever else they may. */
export const guarded: Readonly<Record<string, (contact: { gender: unknown; granted: boolean }) => boolean>> =
  {
    'also women': ({ gender, granted }) => granted || gender === 'female',
    'only men': ({ gender, granted }) => granted && gender === 'male',
    everything: () => true,
    nothing: () => false,
  };

/** The same in the list language. */
const conditions: Readonly<Record<string, (permissions: Fields[]) => Fields[]>> = {
  'also women': (permissions) => [...permissions, { gender: ['female'] }],
  'only men': (permissions) => permissions.map((permission) => ({ ...permission, gender: ['male'] })),
  everything: () => [{}],
  nothing: () => [],
  mistaken: () => [{ planet: ['Mars'] }],
};

/** An extension that widens and narrows who may see contacts, in lists and one by one. */
const guardedExtension = defineExtension({
  name: 'guarded',
  version: '1.0.0',
  setup({ addFilter }) {
    addFilter('svc_filter_access_permissions', (permissions, postType, { actor }) => {
      const change = postType === 'contacts' ? conditions[actor.displayName] : undefined;
      return change?.(permissions) ?? permissions;
    });
    const judge = async (granted: boolean, id: number, postType: string, { actor, call }: HookContext) => {
      const rule = guarded[actor.displayName];
      if (!rule || postType !== 'contacts') return granted;
      const { records } = await call(recordsGetMany, { post_type: postType, ids: [id], fields: ['gender'] });
      const [contact] = records;
      return rule({ gender: (contact?.['gender'] as { key: string } | undefined)?.key, granted });
    };
    addFilter('svc_can_view_permission', judge);
    addFilter('svc_can_update_permission', judge);
    addFilter('svc_can_delete_permission', judge);
  },
});

export default guardedExtension;
