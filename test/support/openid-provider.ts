import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { exportJWK, generateKeyPair, SignJWT, decodeJwt, importJWK, type JWK, type JWTPayload } from 'jose';
import { Provider, type InteractionResults } from 'oidc-provider';
import { listening } from '@svc/testing';

/** An account at the provider: its claims. */
export interface ProviderAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
  readonly preferred_username?: string;
  readonly groups?: readonly string[];
}

export const clientId = 'records';
export const clientSecret = 'a-client-secret-of-the-tests-0123456789';

/** A real OpenID provider, whose users log in without a page, and whose answers a test may change. */
export class OpenIdProvider {
  issuer = '';
  readonly accounts = new Map<string, ProviderAccount>();
  /** The account that logs in next; undefined refuses. */
  account: string | undefined;
  /** Changes the claims of the next ID tokens, which are signed again. */
  changeClaims: ((claims: JWTPayload) => JWTPayload) | undefined;
  /** The key that signs changed ID tokens, and what the provider publishes; by default its own. */
  signingKey: JWK | undefined;
  publishedKeys: readonly JWK[] | undefined;
  /** Replaces the next ID tokens. */
  replaceToken: ((token: string) => Promise<string>) | undefined;
  /** While set, no request is answered before it resolves. */
  hold: Promise<void> | undefined;
  #server: Server | undefined;
  #keys: JWK[] = [];
  #port = 0;

  async start(redirectUri: string, signedOutUri: string): Promise<void> {
    this.#keys = [await newKey('first')];
    await this.listen();
    const provider = new Provider(this.issuer, {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [redirectUri],
          post_logout_redirect_uris: [signedOutUri],
        },
      ],
      jwks: { keys: this.#keys },
      cookies: { keys: ['cookies of the tests'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['name', 'preferred_username', 'groups'],
      },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
      findAccount: (_context: unknown, id: string) => ({
        accountId: id,
        claims: async () => ({ sub: id, ...this.accounts.get(id) }),
      }),
    });
    provider.use(async (context, next) => {
      await this.hold;
      await next();
      const { route } = (context as unknown as { oidc?: { route?: string } }).oidc ?? {};
      if (route === 'token') context.body = await this.#changed(context.body as TokenAnswer);
      if (route === 'jwks' && this.publishedKeys) context.body = { keys: this.publishedKeys.map(publicPart) };
    });
    const callback = provider.callback();
    this.#handle = async (request, response) => {
      if (request.url?.startsWith('/interaction/')) await this.#interact(provider, request, response);
      else await callback(request, response);
    };
  }

  /** Listens, on the same port as before. */
  async listen(): Promise<void> {
    this.#server = createServer((request, response) => {
      void this.#handle(request, response);
    });
    this.#port = await listening(this.#server, '127.0.0.1', this.#port);
    this.issuer = `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    server?.closeAllConnections();
    await new Promise((resolve) => server?.close(resolve));
  }

  #handle: (request: IncomingMessage, response: ServerResponse) => Promise<void> = async () => {};

  async #interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const finish = (result: InteractionResults) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    if (this.account === undefined) return finish({ error: 'access_denied' });
    if (prompt.name === 'login') return finish({ login: { accountId: this.account } });
    const grant = new provider.Grant({
      accountId: String(session?.accountId),
      clientId: String(params['client_id']),
    });
    grant.addOIDCScope('openid email profile');
    return finish({ consent: { grantId: await grant.save() } });
  }

  async #changed(answer: TokenAnswer): Promise<TokenAnswer> {
    const { id_token: token } = answer;
    if (token === undefined) return answer;
    if (this.replaceToken) return { ...answer, id_token: await this.replaceToken(token) };
    if (!this.changeClaims && !this.signingKey) return answer;
    const claims = this.changeClaims?.(decodeJwt(token)) ?? decodeJwt(token);
    return { ...answer, id_token: await signed(claims, this.signingKey ?? (this.#keys[0] as JWK)) };
  }

  /** Undoes all changes of a test. */
  reset(): void {
    this.changeClaims = undefined;
    this.signingKey = undefined;
    this.publishedKeys = undefined;
    this.replaceToken = undefined;
    this.hold = undefined;
  }
}

interface TokenAnswer {
  readonly id_token?: string;
}

export async function newKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

async function signed(claims: JWTPayload, key: JWK): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: String(key.kid) })
    .sign(await importJWK(key, 'RS256'));
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use } as JWK;
}

/** A browser with cookies, which follows redirects one at a time. Addresses of the installation lead to the gateway. */
export class TestBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  readonly #publicUrl: string;
  readonly #gatewayUrl: string;

  constructor(publicUrl: string, gatewayUrl: string) {
    this.#publicUrl = publicUrl;
    this.#gatewayUrl = gatewayUrl;
  }

  async visit(url: string, headers: Record<string, string> = {}): Promise<Response> {
    const { origin } = new URL(url);
    const jar = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = url.replace(this.#publicUrl, this.#gatewayUrl);
    const response = await fetch(sent, {
      redirect: 'manual',
      headers: { ...(cookie && { cookie }), ...headers },
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follows redirects until one leads to an address that `isEnd` names, and returns that address. */
  async follow(start: string, isEnd: (url: string) => boolean): Promise<string> {
    let url = start;
    for (let step = 0; step < 12; step += 1) {
      const response = await this.visit(url);
      const location = response.headers.get('location');
      if (location === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
      url = new URL(location, url).href;
      if (isEnd(url)) return url;
    }
    throw new Error('too many redirects');
  }
}
