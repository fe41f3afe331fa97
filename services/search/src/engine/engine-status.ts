import type { ServiceStatus } from '@svc/contracts';
import { certificateOfServer, within } from '@svc/service-kit';
import type { SearchEngine } from './search-engine.ts';

/** Milliseconds for the engine's answer: less than for the whole status, which would otherwise fail for the database too. */
const engineMs = 1_500;

/** The status of Meilisearch for the admin tool, without the parts that the key does not permit or that got no answer. */
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
  return within(engineMs, asked).catch(() => undefined);
}
