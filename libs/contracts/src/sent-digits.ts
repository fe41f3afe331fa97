import { z } from 'zod';

/** An id from JSON, a query or a form: a number, or its digits. */
export const sentId = z.union([
  z.int().min(1),
  z
    .string()
    .max(15)
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
]);

/** A number that was sent as its digits, as queries and forms do; anything else as it is. */
export function fromDigits(sent: unknown): unknown {
  return typeof sent === 'string' && /^\d{1,15}$/.test(sent) ? Number(sent) : sent;
}
