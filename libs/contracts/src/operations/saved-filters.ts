import { z } from 'zod';
import { keyText } from '../text-bounds.ts';
import { filterLabelSchema, listFiltersSchema } from '../list-filters.ts';
import { dialectSchema, listQuerySchema } from '../list-query.ts';
import { defineGatewayOperation } from '../operation.ts';
import { shownAs } from '../shown-shape.ts';

/** The tabs and filters of a list page. Without a post type the answer is an empty list, as clients expect. */
export const usersFilters = defineGatewayOperation({
  name: 'users.filters',
  kind: 'list',
  summary: 'Tabs and filters of the list page, the caller’s saved ones among them.',
  input: z.object({ post_type: keyText.optional(), dialect: dialectSchema }),
  output: z.union([listFiltersSchema, z.array(z.never())]),
  errors: ['search_viewable_post'],
});

/** A filter to save. Further keys belong to the client, and are stored. */
const savedFilterShape = z.looseObject({
  ID: z
    .union([z.string().min(1).max(100), z.number()])
    .optional()
    .describe('A new ID is made without one.'),
  name: z.string().min(1).max(200),
  query: listQuerySchema,
  labels: z.array(filterLabelSchema).optional(),
});

/** Saves a filter. A saved filter with the same ID is replaced. */
export const usersSaveFilter = defineGatewayOperation({
  name: 'users.save_filter',
  kind: 'write',
  summary: 'Save a filter of the list page for the caller.',
  input: z.object({
    post_type: keyText.optional(),
    filter: shownAs(z.unknown(), savedFilterShape).optional(),
    dialect: dialectSchema,
  }),
  output: z.literal(true),
  errors: ['missing_error', 'user_id', 'fields_to_sql', 'search_viewable_post'],
});

/** Deletes a saved filter. Returns false when the caller has none with this ID. */
export const usersDeleteFilter = defineGatewayOperation({
  name: 'users.delete_filter',
  kind: 'write',
  summary: 'Delete one of the caller’s saved filters.',
  input: z.object({
    post_type: keyText.optional(),
    id: z.union([keyText, z.number()], { error: 'must be the ID of a saved filter' }).optional(),
  }),
  output: z.boolean(),
  errors: ['missing_error', 'user_id'],
});
