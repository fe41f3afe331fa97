import * as oidc from 'openid-client';
import { ServiceError } from '@svc/contracts';
import { HttpRequestError, type HttpClient } from '@svc/service-kit/http-client';
import type { Deadline } from '@svc/service-kit';

interface ProviderOptions {
  readonly http: Pick<HttpClient, 'fetch'>;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

/** The claims about a user: those of the ID token, and further ones of the UserInfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

/** Values that the answer of the provider must have. */
interface Expected {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Milliseconds for which one request to the provider may take, and for which the caller still needs time afterwards. */
const requestMs = 4_000;
const reserveMs = 1_000;

/** Milliseconds for which the configuration of the provider is used. */
const metadataMs = 10 * 60_000;

/** Seconds by which the clock of the provider may differ. */
const toleranceSeconds = 30;

/** The provider did not answer, or has a failure of its own. */
class ProviderDown extends Error {}

/** An OpenID provider that is found by discovery. Every ID token is checked with the keys that the provider publishes at that moment. */
export class Provider {
  readonly issuer: string;
  readonly #options: ProviderOptions;
  #found: { readonly metadata: oidc.ServerMetadata; readonly at: number } | undefined;

  constructor(options: ProviderOptions) {
    this.issuer = options.issuer;
    this.#options = options;
  }

  /** The address of the login. @throws ServiceError `service_unavailable` */
  async loginUrl(parameters: Record<string, string>, deadline: Deadline): Promise<string> {
    const configuration = await this.#configuration(deadline);
    return oidc.buildAuthorizationUrl(configuration, parameters).href;
  }

  /** The address that ends the session with the provider; undefined when it has none. @throws ServiceError `service_unavailable` */
  async logoutUrl(returnTo: string, deadline: Deadline): Promise<string | undefined> {
    const configuration = await this.#configuration(deadline);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
    return oidc.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  }

  /**
   * Redeems the answer of the provider.
   * @throws ServiceError `sign_in_failed` for an answer that does not prove a login, `service_unavailable` when the provider is down.
   */
  async claims(callback: URL, expected: Expected, deadline: Deadline): Promise<Claims> {
    const configuration = await this.#configuration(deadline);
    return explained(async () => {
      const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        pkceCodeVerifier: expected.codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('the provider sent no ID token');
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = hasMore
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined;
      return { ...more, ...claims };
    });
  }

  /** A new configuration has no cached keys, so that rotated keys count at once. */
  async #configuration(deadline: Deadline): Promise<oidc.Configuration> {
    const { clientId } = this.#options;
    const configuration = new oidc.Configuration(
      await this.#metadata(deadline),
      clientId,
      { [oidc.clockTolerance]: toleranceSeconds },
      this.#authentication(),
    );
    this.#prepare(configuration, deadline);
    oidc.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  async #metadata(deadline: Deadline): Promise<oidc.ServerMetadata> {
    if (this.#found && Date.now() - this.#found.at < metadataMs) return this.#found.metadata;
    const { issuer, clientId } = this.#options;
    const metadata = await explained(async () => {
      const found = await oidc.discovery(new URL(issuer), clientId, undefined, this.#authentication(), {
        execute: isInsecure(issuer) ? [oidc.allowInsecureRequests] : [],
        [oidc.customFetch]: this.#fetch(deadline),
      });
      return found.serverMetadata();
    });
    this.#found = { metadata, at: Date.now() };
    return metadata;
  }

  #authentication(): oidc.ClientAuth {
    const { clientSecret } = this.#options;
    return clientSecret === undefined ? oidc.None() : oidc.ClientSecretBasic(clientSecret);
  }

  #prepare(configuration: oidc.Configuration, deadline: Deadline): void {
    if (isInsecure(this.issuer)) oidc.allowInsecureRequests(configuration);
    configuration[oidc.customFetch] = this.#fetch(deadline);
  }

  #fetch(deadline: Deadline): oidc.CustomFetch {
    return async (url, { method, headers, body }) => {
      const timeoutMs = Math.max(1, Math.min(requestMs, deadline.remaining - reserveMs));
      const response = await this.#options.http
        .fetch(url, { method, headers, body: body as string | URLSearchParams | undefined, timeoutMs })
        .catch((error: unknown) => {
          if (error instanceof HttpRequestError) throw new ProviderDown(error.message, { cause: error });
          throw error;
        });
      if (response.status >= 500 || response.status === 429)
        throw new ProviderDown(`the identity provider answered ${response.status}`);
      return response;
    };
  }
}

/** A provider on this machine, for trials; the settings permit no other without HTTPS. */
function isInsecure(issuer: string): boolean {
  return issuer.startsWith('http:');
}

async function explained<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isDown(error))
      throw new ServiceError(
        'service_unavailable',
        'The identity provider does not answer. Try again in a moment.',
        { cause: error },
      );
    throw new ServiceError(
      'sign_in_failed',
      'The answer of the identity provider does not prove a login. Begin again.',
      { cause: error },
    );
  }
}

function isDown(error: unknown): boolean {
  if (error instanceof ProviderDown) return true;
  return error instanceof Error && error.cause !== undefined && isDown(error.cause);
}
