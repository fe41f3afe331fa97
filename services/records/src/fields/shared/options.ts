import { z } from 'zod';
import { optionSchema } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';

/** The declaration of select fields: options as a map in their order, or an empty array. */
export const optionsDeclaration = z.looseObject({
  default: z.union([z.record(z.string(), optionSchema), z.array(z.never())], {
    error: 'must declare the options by key: {"key": {"label": "…"}}',
  }),
});

/** Whether a value may be written: a declared option, or any value where clients may write new options (`customizable: 'all'`). */
export function isOption(key: string, field: DeclaredField): boolean {
  return field.options.has(key) || field.definition.customizable === 'all';
}

/** The label of an option; its key when it is not declared. */
export function optionLabel(key: string, field: DeclaredField): string {
  return field.options.get(key)?.label ?? key;
}

/** The place of an option in the declared order; undefined for one that is not declared. */
export function optionPlace(key: string, field: DeclaredField): number | undefined {
  const place = [...field.options.keys()].indexOf(key);
  return place === -1 ? undefined : place;
}

/** The declared options for an error message. */
export function optionList(field: DeclaredField): string {
  return [...field.options.keys()].join(', ');
}
