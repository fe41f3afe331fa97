import { builtInModules } from '@svc/records/built-in-modules';
import { PostTypes } from '@svc/records/post-types';
import { builtInRoles } from '@svc/users/built-in-roles';
import type { FoundText, FoundTexts } from './messages-in-sources.ts';

/** Every declared label of post types, list pages, modules and roles. */
export function declaredLabels(): FoundTexts {
  const found = new Map<string, FoundText>();
  const keep = (text: string | undefined, at: string) => {
    if (text !== undefined && /\p{L}/u.test(text)) found.set(text, { at });
  };
  const postTypes = PostTypes.declare(builtInModules);
  postTypes.in((label) => {
    if (typeof label === 'string') keep(label, 'a built-in post type');
    return '';
  });
  for (const { definition } of postTypes.all().flatMap(({ fields }) => [...fields.values()]))
    for (const note of Object.values(definition.history_notes ?? {})) keep(note, 'a built-in field');
  const modules = builtInModules.flatMap((extension) => Object.values(extension.modules ?? {}));
  for (const { label, description } of [...modules, ...Object.values(builtInRoles)])
    for (const text of [label, description]) keep(text, 'a built-in module or role');
  return found;
}
