import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listening } from '@svc/testing';
import { certificateOfServer } from './certificates.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
if (!hasOpenssl) process.stderr.write('Certificates of servers are not read: openssl is missing.\n');

const folder = mkdtempSync(join(tmpdir(), 'certificates-'));
const names: string[] = [];
let server: Server;
let port: number;

beforeAll(async () => {
  if (!hasOpenssl) return;
  const files = ['-keyout', 'key.pem', '-out', 'cert.pem'];
  const what = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-subj', '/CN=server', '-days', '10'];
  execFileSync('openssl', [...what, ...files], { cwd: folder, stdio: 'pipe' });
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => readFileSync(join(folder, name)));
  const SNICallback = (name: string, done: (error: null) => void) => {
    names.push(name);
    done(null);
  };
  server = createServer({ key, cert, SNICallback });
  port = await listening(server);
});

afterAll(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

(hasOpenssl ? test : test.skip).each([
  // An address is no name of a server (RFC 6066), and Node warns of one.
  ['127.0.0.1', []],
  ['localhost', ['localhost']],
])(
  'the expiry of a certificate is read at %s, with the server name sent for host names only',
  async (host, heard) => {
    names.length = 0;
    const { ends_at: end = '' } = await certificateOfServer('it', { host, port });
    expect(Date.parse(end)).toBeGreaterThan(Date.now() + 9 * 86_400_000);
    expect(names).toEqual(heard);
  },
);
