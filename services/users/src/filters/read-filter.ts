import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { filterLabelSchema, type ListFilter, listQuerySchema, msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { hasControlCharacters } from '../model/names.ts';
import type { SavedFilter } from './filter-store.ts';

/** Maximum bytes of a filter: enough for the names of a thousand places. */
const maxFilterBytes = 64 * 1024;

const line = (maxLength: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((text) => !hasControlCharacters(text), { error: 'must not have control characters' });

/** Clients use timestamps as ids, some with a fraction, and send them back as text. */
const filterIdSchema = z.union([z.string(), z.number()]).transform(String).pipe(line(100));

const filterSchema = z.looseObject({
  ID: filterIdSchema.optional(),
  name: line(200),
  query: listQuerySchema,
  labels: z.array(filterLabelSchema).optional(),
});

/**
 * Reads a filter sent by a client: its stored form, and its query. Unknown keys belong to the client and stay; `tab` and `count` are set by the
 * service.
 * @throws ServiceError `rest_invalid_param` with the problem.
 */
export function readFilter(input: unknown): { filter: SavedFilter; query: ListFilter['query'] } {
  const parsed = filterSchema.safeParse(input);
  if (!parsed.success) throw wrong(parsed.error);
  const { ID: id = randomUUID(), tab: _tab, count: _count, ...rest } = parsed.data;
  const content = JSON.stringify(rest);
  if (Buffer.byteLength(content) > maxFilterBytes)
    throw invalidParam({ filter: msg`the filter is larger than the maximum of ${maxFilterBytes / 1024} kB` });
  return { filter: { id, content }, query: rest.query };
}

function wrong({ issues }: z.ZodError) {
  return invalidParam(
    Object.fromEntries(
      issues.map(({ path, message }) => [['filter', ...path].map(String).join('.'), message] as const),
    ),
  );
}
