/** The version of tombstones: no event can be newer, because ids are never used again. */
export const tombstoneVersion = Number.MAX_SAFE_INTEGER;

/** Seconds for which tombstones are kept: longer than events. */
export const keptTombstone = 30 * 24 * 60 * 60;
