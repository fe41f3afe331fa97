import { randomBytes } from 'node:crypto';
import type { Response } from 'express';
import {
  ServiceError,
  systemActor,
  usersBeginProviderLogin,
  usersFinishProviderLogin,
  usersProviderLogout,
} from '@svc/contracts';
import { escapeHtml } from '@svc/service-kit';
import type { AskDeps, GatewayRequest } from '../ask-operation.ts';
import { parseQuery } from '../parse-brackets.ts';
import type { GatewayHandler, GatewayResponse } from '../request-state.ts';
import { sentFrom } from '../sent-from.ts';
import { renderPage } from './page.ts';

const callbackPath = '/auth/oidc/callback';

/** Seconds for which a login may take at the provider. */
const cookieSeconds = 10 * 60;

/** Answers `GET /auth/oidc/start`: sends the browser to the identity provider (docs/guides/sign-in.md). */
export function answerSignInStart(deps: AskDeps): GatewayHandler {
  const { services, config } = deps;
  return page('/auth/oidc/start', async (request, response) => {
    const query = parseQuery(request.originalUrl) as Record<string, unknown>;
    const browser = randomBytes(32).toString('base64url');
    const input = {
      browser,
      redirect_uri: `${config.PUBLIC_URL}${callbackPath}`,
      return_to: textOf(query['return_to']),
      code_challenge: textOf(query['code_challenge']),
    };
    const { url } = await services.call(usersBeginProviderLogin, input, contextOf(response));
    setCookie(response, deps, `${browser}; Max-Age=${cookieSeconds}`);
    redirect(response, url);
  });
}

/** Answers `GET /auth/oidc/callback`: ends the login, and sends the browser to the front end. */
export function answerSignInCallback(deps: AskDeps): GatewayHandler {
  const { services, config } = deps;
  return page(callbackPath, async (request, response) => {
    const { address, userAgent } = sentFrom(request, response.locals.state, config);
    const input = {
      query: new URL(request.originalUrl, config.PUBLIC_URL).search,
      browser: cookieOf(request, deps),
      address,
      user_agent: userAgent,
    };
    const { url } = await services.call(usersFinishProviderLogin, input, contextOf(response));
    setCookie(response, deps, '; Max-Age=0');
    redirect(response, url);
  });
}

/** Answers `GET /auth/oidc/logout`: sends the browser to the address that ends its session with the provider. */
export function answerSignOut({ services }: AskDeps): GatewayHandler {
  return page('/auth/oidc/logout', async (request, response) => {
    const query = parseQuery(request.originalUrl) as Record<string, unknown>;
    const input = { return_to: textOf(query['return_to']) };
    redirect(response, (await services.call(usersProviderLogout, input, contextOf(response))).url);
  });
}

type Answer = (request: GatewayRequest, response: GatewayResponse) => Promise<void>;

/** A page whose errors are shown to people as a page, and to programs as JSON. */
function page(route: string, answer: Answer): GatewayHandler {
  return async (request, response, next) => {
    response.locals.state.route = route;
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Referrer-Policy', 'no-referrer');
    try {
      await answer(request, response);
    } catch (error) {
      if (!(error instanceof ServiceError) || request.accepts(['json', 'html']) !== 'html')
        return next(error);
      const refusal = error as ServiceError;
      response.locals.state.code = refusal.code;
      response.status(refusal.status).type('html').end(errorPage(refusal));
    }
  };
}

function errorPage({ message, code }: ServiceError): string {
  return renderPage({
    title: 'Sign in',
    body: `<h1>The sign-in failed</h1><p>${escapeHtml(message)}</p><p><code>${escapeHtml(code)}</code></p>`,
  });
}

function contextOf(response: Response<unknown, GatewayResponse['locals']>) {
  const { requestId, traceparent, deadline } = response.locals.state;
  return { caller: systemActor('gateway'), requestId, traceparent, deadline };
}

function redirect(response: GatewayResponse, url: string): void {
  response.status(302).setHeader('Location', url).end();
}

/**
 * The cookie that binds a login to its browser, so that nobody signs others in as themselves. Over HTTPS its name prevents that another host of
 * the domain sets it. `Lax`: the browser comes back from another site.
 */
function setCookie(response: GatewayResponse, deps: AskDeps, valueAndAge: string): void {
  const secure = isHttps(deps) ? '; Secure' : '';
  response.setHeader(
    'Set-Cookie',
    `${cookieName(deps)}=${valueAndAge}; Path=/; HttpOnly; SameSite=Lax${secure}`,
  );
}

function cookieOf({ headers }: GatewayRequest, deps: AskDeps): string {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return pairs.find(([name]) => name === cookieName(deps))?.[1] ?? '';
}

function cookieName(deps: AskDeps): string {
  return isHttps(deps) ? '__Host-sign-in' : 'sign-in';
}

function isHttps({ config }: AskDeps): boolean {
  return config.PUBLIC_URL.startsWith('https:');
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
