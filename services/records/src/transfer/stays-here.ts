/** What a contact is at this site alone: who works with it here, whom it stands for here, and what was worked out here. */
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
]);

/** Whether a value is neither sent to another site nor taken from one. Names with `_` in front are notes of other systems. */
export function staysHere(key: string): boolean {
  return keys.has(key) || key.startsWith('_');
}
