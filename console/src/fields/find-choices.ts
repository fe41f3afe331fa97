/** The requests behind the fields that offer choices while the user types (docs/guides/picking.md). */
import { client } from '../api/client.ts';
import type { Choice } from '../ui/choice-items.tsx';

interface CompactItem {
  readonly ID: number | string;
  readonly name: string;
  readonly status?: { readonly label?: string } | null;
}

export async function findRecords(
  { postType, text, field }: { postType: string; text: string; field?: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const { posts } = await client.request<{ posts: readonly CompactItem[] }>({
    method: 'GET',
    path: `svc-posts/v2/${postType}/compact`,
    query: { s: text, field_key: field },
    options: { signal },
  });
  return posts.map(({ ID: id, name, status }) => ({ id: String(id), label: name, hint: status?.label }));
}

export async function findUsers(
  { postType, text }: { postType: string; text: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const users = await client.users.find({ text, postType, signal });
  return users.map(({ ID: id, name }) => ({ id: String(id), label: name }));
}

export async function findTags(
  { postType, field, text }: { postType: string; field: string; text: string },
  signal: AbortSignal,
): Promise<readonly Choice[]> {
  const tags = await client.request<readonly string[]>({
    method: 'GET',
    path: `svc-posts/v2/${postType}/multi-select-values`,
    query: { field, s: text },
    options: { signal },
  });
  return tags.map((tag) => ({ id: tag, label: tag }));
}

export async function findPlaces(text: string, signal: AbortSignal): Promise<readonly Choice[]> {
  const { location_grid: places } = await client.request<{ location_grid: readonly CompactItem[] }>({
    method: 'GET',
    path: 'svc/v1/mapping_module/search_location_grid_by_name',
    query: { s: text, filter: text === '' ? 'used' : 'all' },
    options: { signal },
  });
  return places.map(({ ID: id, name }) => ({ id: String(id), label: name }));
}

/** Creates a record that has only a name, and returns its id. */
export async function createRecord(postType: string, name: string): Promise<number> {
  const { ID: id } = await client.records(postType).create({ name });
  return id;
}
