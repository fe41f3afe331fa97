import { z } from 'zod';
import { optionSchema } from '@svc/contracts';
import type { Field } from '../../model/field.ts';

/** What select fields need in their declaration: options, as a map in their order, or none at all. */
export const optionsDeclaration = z.looseObject({
  default: z.union([z.record(z.string(), optionSchema), z.array(z.never())], {
    error: 'has to hold the options, by key: {"key": {"label": "…"}}',
  }),
});

/** Whether clients may bring options of their own (`customizable: 'all'`); such an option's label is its key. */
function takesNewOptions(field: Field): boolean {
  return field.definition.customizable === 'all';
}

/** Whether a value may be written: a declared option, or any where clients may bring their own. */
export function isOption(key: string, field: Field): boolean {
  return field.options.has(key) || takesNewOptions(field);
}

/** What people read for an option; the key itself when it is not declared. */
export function optionLabel(key: string, field: Field): string {
  return field.options.get(key)?.label ?? key;
}

/** The place of an option in the declared order; undefined for one that is not declared. */
export function optionPlace(key: string, field: Field): number | undefined {
  const place = [...field.options.keys()].indexOf(key);
  return place === -1 ? undefined : place;
}

/** The declared options for an error message. */
export function optionList(field: Field): string {
  return [...field.options.keys()].join(', ');
}
