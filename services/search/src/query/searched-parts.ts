/** The parts of a record that a search covers. */
export interface SearchedParts {
  readonly post: boolean;
  readonly comment: boolean;
  readonly meta: boolean;
}

/** The parts whose flag is on; all parts without any flag. */
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
