import type { Extension } from '@svc/contracts';
import { baptisms } from './baptisms.ts';
import { coaching } from './coaching.ts';
import { contactsBase } from './contacts-base.ts';
import { faith } from './faith.ts';
import { followUp } from './follow-up.ts';
import { groups } from './groups.ts';
import { peopleGroups } from './people-groups.ts';

/** The built-in modules in the order of their declarations; extensions follow them. */
export const builtInModules: readonly Extension[] = [
  contactsBase,
  followUp,
  faith,
  coaching,
  baptisms,
  groups,
  peopleGroups,
];
