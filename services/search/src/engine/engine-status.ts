import type { ServiceStatus } from '@svc/contracts';
import { certificateOfServer, within } from '@svc/service-kit';
import type { SearchEngine } from './search-engine.ts';

/** How long the engine may take, in milliseconds: less than the whole status, which would else say nothing of the database either. */
const engineMs = 1_500;

/** How Meilisearch is, for the admin tool. What the key may not ask, or nobody answers, is left out. */
export async function engineStatus(
  { client }: SearchEngine,
  { MEILI_URL, MEILI_KEY }: { readonly MEILI_URL: string; readonly MEILI_KEY: string },
): Promise<Pick<ServiceStatus, 'engine' | 'certificates'>> {
  const { protocol, hostname: host, port, origin } = new URL(MEILI_URL);
  const [version, stats, certificate] = await Promise.all([
    answered(client.getVersion()),
    answered(client.getStats()),
    protocol === 'https:'
      ? certificateOfServer(`Meilisearch at ${host}`, { host, port: Number(port || 443) })
      : undefined,
  ]);
  return {
    engine: {
      url: origin,
      has_key: MEILI_KEY !== '',
      ...(version && { version: version.pkgVersion }),
      ...(stats && { bytes: stats.databaseSize }),
    },
    ...(certificate && { certificates: [certificate] }),
  };
}

function answered<Answer>(asked: Promise<Answer>): Promise<Answer | undefined> {
  return within(engineMs, asked, () => new Error('no answer in time')).catch(() => undefined);
}
