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
 * - `{ getToken }`: asked for a token before each request. After the service has refused a token it is asked with that token, and the request is sent
 *   again if it returns another.
 */
export type Auth = Credentials | { readonly token: string } | { readonly getToken: GetToken };

/** Returns a token; `refused` is the token that the service has refused. */
export type GetToken = (refused?: string) => string | undefined | Promise<string | undefined>;

/** The answer to a login (docs/guides/authentication.md#tokens-of-users). */
export interface SignedIn {
  readonly token: string;
  readonly user_email: string;
  readonly user_nicename: string;
  readonly user_display_name: string;
  readonly locale: string;
}

/** Sends the login of a user. */
export type Login = (credentials: Credentials) => Promise<SignedIn>;

/** The session of some `auth`; without it requests have no credentials. */
export function createSession(auth: Auth | undefined, login: Login): Session {
  if (auth === undefined) return sessionOfHook(() => undefined);
  if ('token' in auth) return sessionOfHook(() => auth.token);
  if ('getToken' in auth) return sessionOfHook(auth.getToken);
  return sessionOfUser(auth, login);
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

/** Requests that start, or are refused, at the same time share one login. */
function sessionOfUser(credentials: Credentials, login: Login): Session {
  let current: Promise<string> | undefined;
  const signIn = (): Promise<string> => {
    const next = login(credentials).then(({ token }) => token);
    current = next;
    // A failed login is not kept: the next request logs in again.
    next.catch(() => {
      if (current === next) current = undefined;
    });
    return next;
  };
  return {
    token: () => current ?? signIn(),
    async renew(refused) {
      const held = current;
      const isStale = held !== undefined && (await held) === refused && current === held;
      return isStale ? signIn() : (current ?? signIn());
    },
  };
}
