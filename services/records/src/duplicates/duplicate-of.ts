/** Where a record that was merged into another one keeps which: that one's id, as text. */
export const duplicateOfKey = 'duplicate_of';
