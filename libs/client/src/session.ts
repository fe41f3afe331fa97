/** Where the tokens of requests come from. */
export interface Session {
  /** The token for the next request; undefined for requests without credentials. */
  token(): Promise<string | undefined>;
  /** Another token, after the service refused this one; undefined when there is no other. */
  renew(refused: string): Promise<string | undefined>;
}

/** A user name or e-mail address, and its password. */
export interface Credentials {
  readonly username: string;
  readonly password: string;
}

/**
 * The caller of all requests:
 * - `{ username, password }`: signs in before the first request, and again when the token has expired;
 * - `{ token }`: a token of a user, an API key or the token of a site link;
 * - `{ refreshToken }`: continues a session that was begun with `refresh`;
 * - `{ getToken }`: called for a token before each request. After the service has refused a token it is called with that token, and the request is sent
 *   again if it returns another.
 */
export type Auth =
  | Credentials
  | { readonly token: string }
  | { readonly refreshToken: string }
  | { readonly getToken: GetToken };

/** Returns a token; `refused` is the token that the service has refused. */
export type GetToken = (refused?: string) => string | undefined | Promise<string | undefined>;

/** The answer to a login (docs/guides/authentication.md#tokens-of-users). */
export interface SignedIn {
  readonly token: string;
  readonly user_email: string;
  readonly user_nicename: string;
  readonly user_display_name: string;
  readonly locale: string;
  /** With `refresh`: gets the next token, once. */
  readonly refresh_token?: string;
  /** With `refresh`: the seconds until `token` expires. */
  readonly expires_in?: number;
}

interface SessionDeps {
  readonly login: (credentials: Credentials) => Promise<SignedIn>;
  readonly refresh: (refreshToken: string) => Promise<SignedIn>;
  /** The token of a login that has just begun the session. */
  readonly token?: string | undefined;
}

/** The session of some `auth`; without it requests have no credentials. */
export function createSession(auth: Auth | undefined, { login, refresh, token }: SessionDeps): Session {
  if (auth === undefined) return sessionOfHook(() => undefined);
  if ('token' in auth) return sessionOfHook(() => auth.token);
  if ('getToken' in auth) return sessionOfHook(auth.getToken);
  if ('username' in auth) return sessionOfUser(async () => (await login(auth)).token, token);
  let { refreshToken } = auth;
  const next = async () => {
    const tokens = await refresh(refreshToken);
    refreshToken = tokens.refresh_token ?? refreshToken;
    return tokens.token;
  };
  return sessionOfUser(next, token);
}

function sessionOfHook(getToken: GetToken): Session {
  return {
    token: async () => getToken(),
    async renew(refused) {
      const token = await getToken(refused);
      return token === refused ? undefined : token;
    },
  };
}

/** Requests that start, or are refused, at the same time share one token from `acquire`. */
function sessionOfUser(acquire: () => Promise<string>, token: string | undefined): Session {
  let current = token === undefined ? undefined : Promise.resolve(token);
  const acquireNext = (): Promise<string> => {
    const next = acquire();
    current = next;
    // A failure is not kept: the next request tries anew.
    next.catch(() => {
      if (current === next) current = undefined;
    });
    return next;
  };
  return {
    token: () => current ?? acquireNext(),
    async renew(refused) {
      const held = current;
      const isStale = held !== undefined && (await held) === refused && current === held;
      return isStale ? acquireNext() : (current ?? acquireNext());
    },
  };
}
