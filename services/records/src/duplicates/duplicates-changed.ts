/** A duplicate has come or gone since it was looked for: look again. Nothing was written. */
export class DuplicatesChanged extends Error {}
