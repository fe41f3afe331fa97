import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join } from 'node:path';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { GatewayHandler } from '../request-state.ts';

/** Where the requests of a page go. */
export type ApiSettings = Pick<GatewayConfig, 'API_ROOT' | 'NAMESPACE_PREFIXES'>;

const ownFolder = join(import.meta.dirname, 'assets');

/** The files of Swagger UI, from npm. */
const swaggerFolder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const folders: Readonly<Record<string, string>> = {
  'swagger-ui-bundle.js': swaggerFolder,
  'swagger-ui.css': swaggerFolder,
  'examples.js': ownFolder,
  'reference.css': ownFolder,
  'reference.js': ownFolder,
  'sign-in.css': ownFolder,
  'sign-in.js': ownFolder,
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

/** Answers `GET /docs/assets/…`: the scripts and style sheets of pages on which requests can be tried. */
export const answerAssets: GatewayHandler = (request, response, next) => {
  const name = request.path.slice('/docs/assets/'.length);
  const folder = Object.hasOwn(folders, name) ? folders[name] : undefined;
  if (folder === undefined) return next();
  response.locals.state.route = '/docs/assets';
  response.setHeader('Cache-Control', 'public, max-age=3600');
  response.setHeader('Content-Type', types[extname(name)] as string);
  response.end(readFileSync(join(folder, name)));
};

/** The form of a page on which requests can be tried. */
export function signInForm({ API_ROOT: apiRoot, NAMESPACE_PREFIXES: [prefix = 'svc'] }: ApiSettings): string {
  return `<form id="sign-in" data-api="${escapeHtml(apiRoot)}" data-prefix="${escapeHtml(prefix)}" hidden>
<label>Username or e-mail <input name="username" autocomplete="username" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p id="signed-in" hidden><span></span> Requests on this page are yours, and change real data. <button>Sign out</button></p>
<p id="message" role="status"></p>`;
}
