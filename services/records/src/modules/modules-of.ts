import type { ModuleDeclaration } from '@svc/contracts';

/** Every module that comes with the service. */
const declarations = {
  contacts_base: { label: 'Contacts', description: 'People, and the contact of each user.', required: true },
  'follow-up': { label: 'Follow-up', description: 'All of the follow-up with contacts.' },
  access_module: {
    label: 'Access',
    description: 'Status, assignment, seeker path, sources and reasons of contacts of type access.',
  },
  movement: { label: 'Movement', description: 'Faith, baptisms and coaching together.' },
  contacts_faith_module: { label: 'Faith', description: 'Faith milestones and faith status.' },
  contacts_baptisms_module: {
    label: 'Baptisms',
    description: 'Who baptized whom, when, in which generation.',
  },
  contacts_coaching_module: { label: 'Coaching', description: 'Who coaches whom.' },
  groups_base: { label: 'Groups', description: 'Groups, their members, leaders and coaches.' },
  people_groups: { label: 'People groups', description: 'The people groups of contacts and groups.' },
} as const satisfies Record<string, ModuleDeclaration>;

/** The modules that an extension belongs to. */
export function modulesOf(...keys: (keyof typeof declarations)[]): Record<string, ModuleDeclaration> {
  return Object.fromEntries(keys.map((key) => [key, declarations[key]]));
}
