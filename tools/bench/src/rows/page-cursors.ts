interface ListPage {
  readonly next_cursor: string | null;
}

/** Page cursors of a list of contacts by name: every page up to a number, as a client that scrolls has them. */
const somePages = 40;

/** Requests a list page by page, and keeps the cursor of each. */
export async function pageCursors(
  postsUrl: string,
  { administrator }: { administrator: { token: string } },
): Promise<readonly string[]> {
  const cursors: string[] = [];
  for (let cursor: string | null = ''; cursor !== null && cursors.length < somePages;) {
    const answer = await fetch(`${postsUrl}/contacts?sort=name&count=none&cursor=${cursor}`, {
      headers: { authorization: `Bearer ${administrator.token}` },
    });
    cursor = ((await answer.json()) as ListPage).next_cursor;
    if (cursor !== null) cursors.push(cursor);
  }
  return cursors;
}
