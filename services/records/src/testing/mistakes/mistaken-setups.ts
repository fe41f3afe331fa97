import type { ExtensionSetup } from '@svc/contracts';
import { extension, type MistakenRow } from './declared.ts';

const setup = (run: (setup: ExtensionSetup) => void | Promise<void>) => extension({ setup: run });
const handler = () => undefined;
const filtering = (hook: string, ...rest: readonly unknown[]) =>
  setup(({ addFilter }) => (addFilter as (...parameters: unknown[]) => void)(hook, ...rest));
const acting = (hook: string, ...rest: readonly unknown[]) =>
  setup(({ addAction }) => (addAction as (...parameters: unknown[]) => void)(hook, ...rest));
const subscribing = (selection: object, name: unknown = 'own', run: unknown = handler) =>
  setup(({ subscribe }) => subscribe(name as string, selection as never, run as never));

/** Setups that register wrong hooks or subscriptions. */
export const mistakenSetups: readonly MistakenRow[] = [
  // Hooks.
  [
    filtering('svc_post_creat_fields', handler),
    'setup: unknown hook svc_post_creat_fields; did you mean svc_post_create_fields?',
  ],
  [
    acting('svc_post_craeted', handler),
    'setup: unknown hook svc_post_craeted; did you mean svc_post_created?',
  ],
  [
    filtering('wp_insert_post', handler),
    'setup: unknown hook wp_insert_post; the hooks are in docs/guides/extension-hooks.md',
  ],
  [filtering('svc_post_created', handler), 'setup: addFilter: svc_post_created is an action; use addAction'],
  [
    acting('svc_post_create_fields', handler),
    'setup: addAction: svc_post_create_fields is a filter; use addFilter',
  ],
  [filtering('svc_post_create_fields'), 'setup: addFilter: svc_post_create_fields requires a function'],
  [
    acting('svc_post_created', handler, { priorty: 1 }),
    'setup: svc_post_created: unknown attribute priorty; did you mean priority?',
  ],
  [
    acting('svc_post_created', handler, { priority: 'low' }),
    'setup: svc_post_created: the priority must be a number',
  ],
  [
    acting('svc_post_created', handler, 5),
    'setup: svc_post_created: the options must be an object such as { priority: 5 }',
  ],
  [
    acting('svc_post_created', handler, { concerns: { postType: 'contacts', flag: 'requires_update' } }),
    'setup: svc_post_created: unknown attribute concerns',
  ],
  [
    acting('svc_comment_created', handler, { concerns: { postType: 'contact', flag: 'requires_update' } }),
    'setup: svc_comment_created: concerns names the unknown post type contact; did you mean contacts?',
  ],
  [
    acting('svc_comment_created', handler, { concerns: { postType: 'contacts', flag: 'require_update' } }),
    'setup: svc_comment_created: concerns names require_update, which must be a boolean field of contacts; did you mean requires_update?',
  ],
  [
    setup(() => {
      throw new Error('no licence');
    }),
    'setup: failed: no licence',
  ],
  // Subscriptions.
  [
    subscribing({ entity: 'recrod' }),
    'setup: the subscription own: unknown entity recrod; did you mean record?',
  ],
  [
    subscribing({ entity: 'record', postTypes: 'contacts' }),
    'setup: the subscription own: unknown attribute postTypes; did you mean postType?',
  ],
  [
    subscribing({ entity: 'record', fields: ['name'] }),
    'setup: the subscription own: unknown attribute fields; the attributes are entity, ',
  ],
  [
    subscribing({ entity: 'record', postType: 'contact' }),
    'setup: the subscription own: unknown postType contact; did you mean contacts?',
  ],
  [
    subscribing({ entity: 'user', postType: 'contacts' }),
    'setup: the subscription own: events of the entity user have no postType; leave it out',
  ],
  [
    subscribing({ entity: 'record', verbs: ['update'] }),
    'setup: the subscription own: unknown verb update; did you mean updated?',
  ],
  [
    subscribing({ entity: 'follow', verbs: ['created'] }),
    'setup: the subscription own: unknown verb created; the verbs of the entity follow are updated',
  ],
  [
    subscribing({ entity: 'record', verbs: [] }),
    'setup: the subscription own: verbs must be an array with at least one verb',
  ],
  [
    subscribing({ entity: 'record', postType: 'contacts', changed: ['nicname'] }),
    'setup: the subscription own: changed names the unknown field nicname; did you mean nickname?',
  ],
  [
    subscribing({ entity: 'comment', changed: ['nickname'] }),
    'setup: the subscription own: changed selects events of the entity record only; leave it out',
  ],
  [subscribing({ entity: 'record' }, 5), 'setup: subscribe requires a name'],
  [
    subscribing({ entity: 'record' }, 'own', null),
    'setup: the subscription own: must have a function that handles events',
  ],
  [
    setup(({ subscribe }) => {
      subscribe('own', { entity: 'record' }, handler);
      subscribe('own', { entity: 'comment' }, handler);
    }),
    'setup: subscribe: the name own is taken; each subscription needs its own',
  ],
];
