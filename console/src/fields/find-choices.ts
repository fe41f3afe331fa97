/** The requests behind the fields that offer choices while the user types (docs/guides/picking.md). */
import { get, post } from '../api/api.ts';
import type { Choice } from '../ui/combobox.tsx';

interface CompactItem {
  readonly ID: number | string;
  readonly name: string;
  readonly status?: { readonly label?: string } | null;
}

export async function findRecords(
  { postType, text, field }: { postType: string; text: string; field?: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const path = `svc-posts/v2/${postType}/compact`;
  const { posts } = await get<{ posts: readonly CompactItem[] }>(path, { s: text, field_key: field }, signal);
  return posts.map(({ ID: id, name, status }) => ({ id: String(id), label: name, hint: status?.label }));
}

export async function findUsers(
  { postType, text }: { postType: string; text: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const users = await get<readonly CompactItem[]>(
    'svc/v1/users/get_users',
    { s: text, post_type: postType },
    signal,
  );
  return users.map(({ ID: id, name }) => ({ id: String(id), label: name }));
}

export async function findTags(
  { postType, field, text }: { postType: string; field: string; text: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const path = `svc-posts/v2/${postType}/multi-select-values`;
  const tags = await get<readonly string[]>(path, { field, s: text }, signal);
  return tags.map((tag) => ({ id: tag, label: tag }));
}

export async function findPlaces(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const path = 'svc/v1/mapping_module/search_location_grid_by_name';
  const { location_grid: places } = await get<{ location_grid: readonly CompactItem[] }>(
    path,
    { s: text, filter: text === '' ? 'used' : 'all' },
    signal,
  );
  return places.map(({ ID: id, name }) => ({ id: String(id), label: name }));
}

/** Creates a record that has only a name, and returns its id. */
export async function createRecord(postType: string, name: string): Promise<number> {
  const { ID: id } = await post<{ ID: number }>(`svc-posts/v2/${postType}`, { name });
  return id;
}
