/** The key under which a merged record stores the id, as text, of the record that it was merged into. */
export const duplicateOfKey = 'duplicate_of';
