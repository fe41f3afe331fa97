import type { Fields } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { ConnectionChange } from '../fields/connection/connection-write.ts';
import type { WrittenRecord } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { findNamed, type NamingDeps } from './find-named.ts';
import type { FieldChange } from '../revision/revision.ts';

/**
 * The fields of a write with the records that connections name by title or e-mail named by id: what the rules make of a
 * connection does not depend on how its record was named. What names no record stays as it is, and is refused where
 * fields are parsed.
 */
export async function withConnectedIds(
  call: Pick<Call, 'actor' | 'ask' | 'deadline'>,
  deps: NamingDeps,
  { postType, fields, record }: { postType: PostType; fields: Fields; record: WrittenRecord },
): Promise<Fields> {
  const named = Object.entries(fields).flatMap(([key, input]) => namedByText(postType, key, input));
  if (named.length === 0) return fields;
  const lookups = named.flatMap(({ field, change }) => field.type.lookup?.(change, field, record) ?? []);
  const found = await findNamed(call, deps, lookups, postType.key);
  const settled = named.flatMap(({ field, change }) => {
    const outcome = field.type.settle?.(change, found, field, record);
    return outcome && 'change' in outcome ? [[field.key, asWritten(outcome.change as ConnectionChange)]] : [];
  });
  return { ...fields, ...(Object.fromEntries(settled) as Fields) };
}

function namedByText(postType: PostType, key: string, input: unknown): FieldChange[] {
  const field = postType.fields.get(key);
  if (field?.type.keptIn !== 'edges') return [];
  const parsed = field.type.parse(input, field);
  if ('problem' in parsed) return [];
  const { entries } = parsed.change as ConnectionChange;
  return entries.some(({ target }) => !('id' in target)) ? [{ field, change: parsed.change }] : [];
}

/** A change in the form in which clients write it. */
function asWritten({ force, entries }: ConnectionChange) {
  const values = entries.map(({ target, delete: remove, meta }) => ({
    value: Object.values(target)[0] as unknown,
    ...(remove ? { delete: true } : {}),
    ...(Object.keys(meta).length > 0 ? { meta } : {}),
  }));
  return { values, force_values: force };
}
