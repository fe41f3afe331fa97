import { existsSync } from 'node:fs';
import { request, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import type { Env } from '../config.ts';

/** Whether a Docker engine answers at one of the addresses that testcontainers tries. Cheap enough for every start. */
export async function dockerAnswers(env: Env, timeoutMs = 2_000): Promise<boolean> {
  const answers = await Promise.all(endpoints(env).map((endpoint) => ping(endpoint, timeoutMs)));
  return answers.includes(true);
}

function endpoints(env: Env): RequestOptions[] {
  const host = env['DOCKER_HOST'];
  if (host?.startsWith('unix://')) return [{ socketPath: host.slice('unix://'.length) }];
  if (host)
    return [new URL(host.replace(/^tcp:/, 'http:'))].map((url) => ({ host: url.hostname, port: url.port }));
  const home = env['HOME'] ?? '/';
  return [
    '/var/run/docker.sock',
    join(home, '.docker/run/docker.sock'),
    join(home, '.docker/desktop/docker.sock'),
  ]
    .concat(env['XDG_RUNTIME_DIR'] ? [join(env['XDG_RUNTIME_DIR'], 'docker.sock')] : [])
    .filter((socketPath) => existsSync(socketPath))
    .map((socketPath) => ({ socketPath }));
}

function ping(endpoint: RequestOptions, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request(
      { ...endpoint, path: '/_ping', signal: AbortSignal.timeout(timeoutMs) },
      (response) => {
        response.resume();
        resolve(response.statusCode === 200);
      },
    );
    asked.on('error', () => resolve(false));
    asked.end();
  });
}
