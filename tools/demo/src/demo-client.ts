/** The API of the running installation, as one logged-in user. */
export class DemoClient {
  readonly #apiUrl: string;
  readonly #token: string;

  private constructor(apiUrl: string, token: string) {
    this.#apiUrl = apiUrl;
    this.#token = token;
  }

  /** Logs in. @throws Error with the answer's message when that is refused. */
  static async logIn(apiUrl: string, username: string, password: string): Promise<DemoClient> {
    const { token } = (await post(`${apiUrl}/jwt-auth/v1/token`, { username, password })) as {
      token: string;
    };
    return new DemoClient(apiUrl, token);
  }

  /** Posts to a path below `svc-posts/v2`. @throws Error with the answer's message when it is refused. */
  post(path: string, body: unknown): Promise<unknown> {
    return post(`${this.#apiUrl}/svc-posts/v2/${path}`, body, this.#token);
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
