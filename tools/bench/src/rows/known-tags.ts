/** The `ETag` of answers that a client has kept. */
export interface KnownTags {
  /** Of some contacts. */
  readonly contacts: readonly { readonly id: number; readonly tag: string }[];
  readonly list: string;
  readonly settings: string;
}

const someContacts = 100;

/** Asks once for what rows then ask again, as the administrator does. */
export async function knownTags(
  postsUrl: string,
  { administrator, contactIds }: { administrator: { token: string }; contactIds: readonly number[] },
): Promise<KnownTags> {
  const tagOf = async (path: string) => {
    const answer = await fetch(`${postsUrl}/${path}`, {
      headers: { authorization: `Bearer ${administrator.token}` },
    });
    await answer.arrayBuffer();
    return answer.headers.get('etag') ?? '';
  };
  const contacts = [];
  for (const id of contactIds.slice(0, someContacts))
    contacts.push({ id, tag: await tagOf(`contacts/${id}`) });
  return { contacts, list: await tagOf('contacts'), settings: await tagOf('contacts/settings') };
}
