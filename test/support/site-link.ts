import { createHash } from 'node:crypto';
import { usersCreateSiteLink, type InputOf, type OutputOf } from '@svc/contracts';
import { api, type Api } from './http.ts';
import type { World } from './world.ts';

/** A new link with its token. */
export type TestLink = OutputOf<typeof usersCreateSiteLink>;

/** Creates a link like the admin tool. */
export async function createLink(
  world: World,
  changes: Partial<InputOf<typeof usersCreateSiteLink>> = {},
): Promise<TestLink> {
  const sites = { site1: 'records.example.org', site2: 'form.example.org' };
  return world.ask(usersCreateSiteLink, { label: 'Web form', type: 'create_contacts', ...sites, ...changes });
}

/** The transfer token of a link, derived like clients do, for this hour or for one some hours away. */
export function transferTokenOf({ token = '', site1, site2 }: TestLink, hours = 0): string {
  const key = md5(token + site1 + site2);
  const moment = new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();
  return md5(key + moment.slice(0, 10) + moment.slice(11, 13));
}

/** An API with a bearer behind a simulated HTTPS proxy, which the gateway of the world must trust (TRUST_PROXY). */
export function overHttps(world: World, bearer: string | undefined, address = '203.0.113.1'): Api {
  return api(world, bearer, { 'x-forwarded-proto': 'https', 'x-forwarded-for': address });
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
