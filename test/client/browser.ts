import { undocumented } from '../support/documented-answers.ts';
import { Page, type PageElement } from './page.ts';
import { loadWebComponents, type ApiService } from './web-components.ts';

export interface WireRequest {
  method: string;
  /** The path without the API root and the query. */
  path: string;
  body: unknown;
  status: number;
}

export interface ClientSession {
  api: ApiService;
  wire: WireRequest[];
  /** Adds a component to a record's page, which saves changes and loads options. */
  open(tagName: string, postType: string, postId: number): PageElement;
}

interface SessionOptions {
  gatewayUrl: string;
  /** The token of the user; without it nobody is logged in. */
  token?: string;
}

type Classes = Awaited<ReturnType<typeof loadWebComponents>>;

/**
 * A stand-in for the browser, with a document and a `fetch` that adds the origin and the credentials of the page. The nonce in a request
 * identifies the session.
 */
export class Browser {
  /** The names of the methods of clients that were called. */
  readonly called = new Set<string | symbol>();
  readonly #classes: Classes;
  /** Answers that are not as documented. Clients of the older API may swallow an error, so that the end of the suite reports them. */
  readonly #problems: string[] = [];
  readonly #before = { fetch: globalThis.fetch, document: global('document') };
  readonly #sessions = new Map<string, SessionOptions & { wire: WireRequest[] }>();

  private constructor(classes: Classes) {
    this.#classes = classes;
    globalThis.fetch = (url, init) => this.#fetch(url as string, init ?? {});
    setGlobal('document', new Page());
  }

  static async open(): Promise<Browser> {
    return new Browser(await loadWebComponents());
  }

  session(options: SessionOptions): ClientSession {
    const { ApiService, ComponentService } = this.#classes;
    const nonce = `session-${this.#sessions.size}`;
    const wire: WireRequest[] = [];
    this.#sessions.set(nonce, { ...options, wire });
    return {
      api: this.#noted(new ApiService(nonce)),
      wire,
      open(tagName, postType, postId) {
        const page = new Page();
        const element = page.add(tagName);
        setGlobal('document', page);
        const service = new ComponentService(postType, postId, nonce);
        service.enableAutoSave(tagName);
        void service.attachLoadEvents(tagName);
        return element;
      },
    };
  }

  #noted(client: ApiService): ApiService {
    return new Proxy(client, {
      get: (target, name) => {
        this.called.add(name);
        return (Reflect.get(target, name) as (...call: unknown[]) => unknown).bind(target);
      },
    });
  }

  close(): void {
    globalThis.fetch = this.#before.fetch;
    setGlobal('document', this.#before.document);
    if (this.#problems.length > 0) throw new Error(this.#problems.join('\n'));
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const session = this.#sessions.get(headers.get('x-wp-nonce') ?? '');
    if (!session) return this.#before.fetch(url, init);
    const { gatewayUrl, token, wire } = session;
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await this.#before.fetch(gatewayUrl + url, { ...init, headers });
    const sent = described(url, init);
    wire.push({ ...sent, status: response.status });
    this.#problems.push(...(await problemOf(sent, response)));
    return response;
  }
}

async function problemOf(
  { method, path }: Pick<WireRequest, 'method' | 'path'>,
  response: Response,
): Promise<string[]> {
  const body = await response
    .clone()
    .json()
    .catch(() => undefined);
  const problem = undocumented({ method, path: `/${path}`, status: response.status, body });
  return problem === undefined ? [] : [problem];
}

function described(url: string, { method = 'GET', body }: RequestInit): Omit<WireRequest, 'status'> {
  const path = url.replace(/^\/wp-json\//, '').replace(/\?.*$/, '');
  return { method, path, body: typeof body === 'string' ? JSON.parse(body) : undefined };
}

function global(name: string): unknown {
  return Reflect.get(globalThis, name);
}

function setGlobal(name: string, value: unknown): void {
  Reflect.set(globalThis, name, value);
}
