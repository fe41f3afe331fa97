/** The path of the OpenAPI document, from the root of the server. */
export const openApiPath = '/openapi.json';

/** The `ETag`s of answers, as a client would cache them. */
export type KnownTags = Awaited<ReturnType<typeof knownTags>>;

const someContacts = 100;

/** Requests everything once, as the administrator, that rows then request with `if-none-match`. */
export async function knownTags(
  postsUrl: string,
  { administrator, contactIds }: { administrator: { token: string }; contactIds: readonly number[] },
) {
  const tagOf = async (path: string) => {
    const answer = await fetch(URL.canParse(path) ? path : `${postsUrl}/${path}`, {
      headers: { authorization: `Bearer ${administrator.token}` },
    });
    await answer.arrayBuffer();
    return answer.headers.get('etag') ?? '';
  };
  const contacts = [];
  for (const id of contactIds.slice(0, someContacts))
    contacts.push({ id, tag: await tagOf(`contacts/${id}`) });
  return {
    contacts,
    list: await tagOf('contacts'),
    settings: await tagOf('contacts/settings'),
    openApi: await tagOf(new URL(openApiPath, postsUrl).href),
  };
}
