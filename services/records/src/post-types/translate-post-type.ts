import type { Translate } from '@svc/contracts';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';

/** Attributes of declarations whose values are texts for people. */
const readByPeople: ReadonlySet<string> = new Set([
  'name',
  'label',
  'label_singular',
  'label_plural',
  'description',
  'visibility',
]);

/** Attributes without labels, even where their keys look like labels: list queries and references to fields. */
const ofMachines: ReadonlySet<string> = new Set(['query', 'status_field', 'connection_count_field']);

/** A post type with its labels in another language. Labels without a translation, such as those of administrators, stay as they are. */
export function translatePostType(postType: PostType, translate: Translate): PostType {
  const { tabs, filters } = postType.listFilters;
  return {
    ...postType,
    labelSingular: translate(postType.labelSingular),
    fields: new Map([...postType.fields].map(([key, field]) => [key, translateField(field, translate)])),
    listFilters: {
      tabs: new Map([...tabs].map(([key, tab]) => [key, translateLabels(tab, translate)])),
      filters: translateLabels(filters, translate),
    },
    settings: translateLabels(postType.settings, translate),
  };
}

function translateField(field: Field, translate: Translate): Field {
  return {
    ...field,
    definition: translateLabels(field.definition, translate),
    options: new Map([...field.options].map(([key, option]) => [key, translateLabels(option, translate)])),
    declared: field,
  };
}

function translateLabels<Declared>(declared: Declared, translate: Translate): Declared {
  if (Array.isArray(declared))
    return declared.map((each: unknown) => translateLabels(each, translate)) as Declared;
  if (typeof declared !== 'object' || declared === null) return declared;
  return Object.fromEntries(
    Object.entries(declared).map(([key, value]: [string, unknown]) => {
      if (typeof value === 'string' && readByPeople.has(key)) return [key, translate(value)];
      return [key, ofMachines.has(key) ? value : translateLabels(value, translate)];
    }),
  ) as Declared;
}
