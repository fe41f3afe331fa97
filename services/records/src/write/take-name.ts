import { ServiceError, type Fields } from '@svc/contracts';
import type { WriteCode } from '../revision/refusal.ts';

/**
 * A write's fields with the record's name under `name` alone. On create `name` wins over `title`, on update `title` does
 * (facts of create and update).
 * @throws ServiceError when the name is empty.
 */
export function takeName(fields: Fields, code: WriteCode): Fields {
  const { title, name, ...rest } = fields;
  const chosen = code === 'create_post' ? (name ?? title) : (title ?? name);
  if (chosen === undefined) return rest;
  const isText = typeof chosen === 'string' || typeof chosen === 'number';
  if (isText && String(chosen).trim() !== '' && chosen !== 0) return { ...rest, name: chosen };
  if (!isText && chosen !== null) return { ...rest, name: chosen };
  throw new ServiceError(code, 'Name/Title field can not be empty', { status: 400, data: { field: 'name' } });
}
