/** An answer over HTTP. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What a request has besides its method and path. */
interface HttpParts {
  readonly token?: string;
  readonly headers?: Record<string, string>;
  /** An object is sent as JSON, text as it is. */
  readonly body?: object | string;
}

/** Sends requests to one address; `METHOD path` is the request. */
export type HttpClient = (request: string, parts?: HttpParts) => Promise<HttpAnswer>;

/** A client of one gateway. Every answer has to be JSON; the body of one without any is undefined. */
export function httpClient(url: string, defaultToken?: string): HttpClient {
  return async (request, { token = defaultToken, headers = {}, body } = {}) => {
    const [method = '', path = ''] = request.split(' ');
    const json = typeof body === 'object' && { 'content-type': 'application/json' };
    const response = await fetch(url + path, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...json, ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status, headers: received } = response;
    return { status, headers: received, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };
}
