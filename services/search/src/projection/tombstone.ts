/** The version of what is deleted: no later news of it can be newer, since ids are never used again. */
export const tombstoneVersion = Number.MAX_SAFE_INTEGER;

/** How long it is remembered that something is deleted, in seconds; events are kept for less. */
export const keptTombstone = 30 * 24 * 60 * 60;
