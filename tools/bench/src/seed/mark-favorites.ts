import { logIn } from '../stack/log-in.ts';
import { measuredUsers } from './measured-users.ts';
import type { SeedMarker } from './seed-marker.ts';

const perUser = 5;

/** Has everybody who is measured keep something privately in some contacts: it is put into their lists. */
export async function markFavorites(
  marker: SeedMarker,
  { gatewayUrl, postsUrl }: { gatewayUrl: string; postsUrl: string },
): Promise<void> {
  const { administrator, multipliers } = measuredUsers(marker);
  for (const { username } of [administrator, ...multipliers]) {
    const token = await logIn(gatewayUrl, { username, password: marker.password });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const page = await fetch(`${postsUrl}/contacts?limit=${perUser}`, { headers });
    const { posts } = (await page.json()) as { posts: { ID: number }[] };
    for (const { ID } of posts) {
      const body = JSON.stringify({ favorite: true });
      const answer = await fetch(`${postsUrl}/contacts/${ID}`, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`a favourite was refused: ${answer.status} ${await answer.text()}`);
    }
  }
}
