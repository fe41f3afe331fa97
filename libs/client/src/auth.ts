import type { RequestOptions, Send, WriteOptions } from './send.ts';
import { type Auth, createSession, type Credentials, type Session, type SignedIn } from './session.ts';

/** A login of the caller that has not ended (docs/guides/sessions.md). */
export interface LoginSession {
  readonly id: string;
  /** The `User-Agent` of the login. */
  readonly device: string;
  readonly address: string;
  readonly created_at: string;
  readonly last_used_at: string;
  /** Whether it is the session of the request. */
  readonly current: boolean;
}

/** Signing in and out. */
export interface ClientAuth {
  /**
   * Signs in: the requests that follow use the token. The password is not kept. With `refresh` the token lasts minutes, and the client renews it
   * for as long as the session lasts.
   */
  signIn(credentials: Credentials & { readonly refresh?: boolean }): Promise<SignedIn>;
  /** Forgets the caller, and ends the session that `signIn` or a refresh token began. */
  signOut(): Promise<void>;
  /** The sessions of the caller, the last used first. */
  sessions(options?: RequestOptions): Promise<readonly LoginSession[]>;
  endSession(id: string, options?: WriteOptions): Promise<void>;
  endOtherSessions(options?: WriteOptions): Promise<void>;
}

interface AuthDeps {
  readonly send: Send;
  readonly onRefreshToken: (refreshToken: string) => void | Promise<void>;
  readonly setSession: (session: Session) => void;
}

const sessionsPath = 'svc/v1/sessions';

/** Begins with the session of `auth`. */
export function createAuth(
  auth: Auth | undefined,
  { send, onRefreshToken, setSession }: AuthDeps,
): ClientAuth {
  let isLoggedIn = auth !== undefined && ('username' in auth || 'refreshToken' in auth);

  async function postToken(path: string, json: object): Promise<SignedIn> {
    const { body } = await send<SignedIn>({
      method: 'POST',
      path: `jwt-auth/v1/${path}`,
      json,
      isPublic: true,
    });
    if (body.refresh_token !== undefined) await onRefreshToken(body.refresh_token);
    return body;
  }

  const begin = (next: Auth | undefined, token?: string) =>
    setSession(
      createSession(next, {
        token,
        login: ({ username, password }) => postToken('token', { username, password }),
        refresh: (refreshToken) => postToken('token/refresh', { refresh_token: refreshToken }),
      }),
    );

  const sessions: ClientAuth['sessions'] = async (options = {}) =>
    (
      await send<{ readonly sessions: readonly LoginSession[] }>({
        method: 'GET',
        path: sessionsPath,
        options,
      })
    ).body.sessions;

  const endSession: ClientAuth['endSession'] = async (id, options = {}) => {
    await send({
      method: 'DELETE',
      path: `${sessionsPath}/${encodeURIComponent(id)}`,
      isWrite: true,
      options,
    });
  };

  begin(auth);
  return {
    async signIn({ username, password, refresh }) {
      const signedIn = await postToken('token', { username, password, refresh });
      const { token, refresh_token: refreshToken } = signedIn;
      if (refreshToken === undefined) begin({ token });
      else begin({ refreshToken }, token);
      isLoggedIn = true;
      return signedIn;
    },
    async signOut() {
      try {
        const current = isLoggedIn ? (await sessions()).find((session) => session.current) : undefined;
        if (current) await endSession(current.id);
      } finally {
        isLoggedIn = false;
        begin(undefined);
      }
    },
    sessions,
    endSession,
    async endOtherSessions(options = {}) {
      await send({ method: 'DELETE', path: sessionsPath, isWrite: true, options });
    },
  };
}
