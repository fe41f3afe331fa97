import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { GatewayHandler } from '../request-state.ts';
import { noRoute } from '../route-endpoints.ts';
import { sendPage } from './page.ts';

/** The policy of the console: the scripts that the page contains, and scripts, styles, pictures and requests of this server. */
function policyOf(page: string): string {
  const own = [...page.matchAll(/<script>(.*?)<\/script>/gs)].map(([, script = '']) => hashSource(script));
  return [
    `default-src 'none'`,
    [`script-src 'self'`, ...own].join(' '),
    `style-src 'self'`,
    `img-src 'self' blob:`,
    `connect-src 'self'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

function hashSource(script: string): string {
  return `'sha256-${hash('sha256', script, 'base64')}'`;
}

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** The encodings of compressed forms, by the suffix that they add to the name of a file. */
const encodings: Readonly<Record<string, string>> = { '.br': 'br', '.gz': 'gzip' };

/**
 * Answers `GET /console…`: the files of the bundle, whose names contain a hash of their content, and for all other addresses the page, which
 * finds out from the address what to show. Without a bundle (CONSOLE_FOLDER) there is no such page.
 */
export function answerConsole(config: Pick<GatewayConfig, 'API_ROOT' | 'CONSOLE_FOLDER'>): GatewayHandler {
  const { CONSOLE_FOLDER: folder, API_ROOT: apiRoot } = config;
  if (!folder) return noRoute;
  const file = join(folder, 'index.html');
  if (!existsSync(file))
    throw new Error(`CONSOLE_FOLDER must be the folder of a bundle: ${file} does not exist.`);
  const page = readFileSync(file, 'utf8').replace('{{api}}', escapeHtml(apiRoot));
  const policy = policyOf(page);
  const assets = readAssets(join(folder, 'assets'));
  return (request, response, next) => {
    response.locals.state.route = '/console';
    const [, , part, name] = request.path.split('/');
    if (part !== 'assets')
      return sendPage(response, page, { policy, ifNoneMatch: request.headers['if-none-match'] });
    const asset = name === undefined ? undefined : assets.get(name);
    if (!asset) return noRoute(request, response, next);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.setHeader('Content-Type', asset.type);
    response.vary('Accept-Encoding');
    const form = asset.compressed.find(({ encoding }) => request.acceptsEncodings(encoding));
    if (form) response.setHeader('Content-Encoding', form.encoding);
    response.end((form ?? asset).content);
  };
}

interface Asset {
  readonly type: string;
  readonly content: Buffer;
  /** The smallest form first. */
  readonly compressed: readonly { readonly encoding: string; readonly content: Buffer }[];
}

/** The bundle is small, so that it is kept in memory, with the compressed forms of its files. */
function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name));
  const assetOf = (name: string): Asset => ({
    type: types[extname(name)] ?? 'application/octet-stream',
    content: read(name),
    compressed: Object.entries(encodings)
      .filter(([suffix]) => names.includes(name + suffix))
      .map(([suffix, encoding]) => ({ encoding, content: read(name + suffix) })),
  });
  return new Map(names.filter((name) => !(extname(name) in encodings)).map((name) => [name, assetOf(name)]));
}
