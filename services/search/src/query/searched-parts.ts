/** Which parts of a record a search looks at. */
export interface SearchedParts {
  readonly post: boolean;
  readonly comment: boolean;
  readonly meta: boolean;
}

/** Absent flags: all parts. Else those whose flag is on. */
export function searchedParts(flags: {
  post?: boolean | undefined;
  comment?: boolean | undefined;
  meta?: boolean | undefined;
}): SearchedParts {
  const { post, comment, meta } = flags;
  if (post === undefined && comment === undefined && meta === undefined)
    return { post: true, comment: true, meta: true };
  return { post: post === true, comment: comment === true, meta: meta === true };
}
