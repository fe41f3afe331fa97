/** Fields with a meaning at this site only: the assignee, the represented user, ids of records, and values that this site computed. */
const keys = new Set([
  'name',
  'post_date',
  'last_modified',
  'assigned_to',
  'corresponds_to_user',
  'corresponds_to_user_name',
  'transfer_id',
  'transfer_guid',
  'transfer_foreign_key',
  'transfer_site_link_post_id',
  'duplicate_data',
  'duplicate_of',
]);

/** Whether a field is neither sent to other sites nor accepted from them. Names that begin with `_` belong to other systems. */
export function isLocalOnly(key: string): boolean {
  return keys.has(key) || key.startsWith('_');
}
