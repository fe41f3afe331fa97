import { z } from 'zod';
import { msg } from '@svc/contracts';
import type { DeclaredField } from '../../model/field-type/declared-field.ts';
import type { FieldType } from '../../model/field-type/field-type.ts';
import { problem, type Parsed } from '../../model/field-type/problem.ts';

/** The limits that a declaration may set for the files of a field. */
export const fileBoundsDeclaration = z.looseObject({
  accepted_file_types: z
    .array(
      z
        .string()
        .regex(
          /^(\.?\w+|[\w-]+\/(\*|[\w.+-]+))$/,
          'must be media types like image/* or extensions like .pdf',
        ),
    )
    .optional(),
  max_file_size: z.number('must be a number of megabytes').positive().optional(),
});

/** A picture, stored as its key in the file storage. Only the storage endpoints write it (docs/guides/files.md). */
export const image: FieldType<string, string | undefined> = {
  name: 'image',
  storedAs: 'string',
  declaration: fileBoundsDeclaration,
  attributes: ['accepted_file_types', 'max_file_size'],

  write: {
    readOnly: true,
    parse: (_input, field) => writtenByStorage(field),
    apply: (_before, key) => key,
    mergeFrom: (given, before) => before ?? given,
    delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  },

  read: {
    shape(stored, _field, { site }) {
      if (stored === undefined || !site.keepsFiles) return undefined;
      const url = (variant: 'full' | 'thumb' | 'large') => site.fileUrl({ key: stored, variant });
      return { thumb: url('thumb'), full: url('full'), large: url('large') };
    },
    filesOf: (stored) => [stored],
  },
};

/** The refusal of a write to a field that only the storage endpoints write. */
export function writtenByStorage(field: DeclaredField): Parsed<never> {
  return problem(
    msg`${field.type.name} value cannot be written directly, only through the storage endpoints: ${field.key}`,
  );
}
