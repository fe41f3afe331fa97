import type { z } from 'zod';

const shapes = new WeakMap<object, z.ZodType>();

/**
 * A schema that documents show as `shape`. It accepts the looser spellings of existing clients too; the service that reads the value names
 * what is wrong in it.
 */
export function shownAs<Accepted extends z.ZodType>(accepted: Accepted, shape: z.ZodType): Accepted {
  shapes.set(accepted, shape);
  return accepted;
}

/** The shape that documents show of a schema; undefined for a schema that they show as it is. */
export function shownShape(schema: object): z.ZodType | undefined {
  return shapes.get(schema);
}
