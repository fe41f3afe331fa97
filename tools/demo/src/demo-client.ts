export interface DemoApi {
  /** For example `http://127.0.0.1:8080/wp-json`. */
  readonly url: string;
  /** The first of NAMESPACE_PREFIXES. */
  readonly namespacePrefix: string;
}

/** A client of the HTTP API for one logged-in user. */
export class DemoClient {
  readonly #postsUrl: string;
  readonly #token: string;

  private constructor(postsUrl: string, token: string) {
    this.#postsUrl = postsUrl;
    this.#token = token;
  }

  /** @throws Error with the answer's message when the login is refused. */
  static async logIn(api: DemoApi, login: { username: string; password: string }): Promise<DemoClient> {
    const { token } = (await post(`${api.url}/jwt-auth/v1/token`, login)) as { token: string };
    return new DemoClient(`${api.url}/${api.namespacePrefix}-posts/v2`, token);
  }

  /** Posts to a path below the records API. @throws Error with the answer's message when the request is refused. */
  post(path: string, body: unknown): Promise<unknown> {
    return post(`${this.#postsUrl}/${path}`, body, this.#token);
  }
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok)
    throw new Error(`POST ${new URL(url).pathname} was refused: ${answer.message ?? response.status}`);
  return answer;
}
