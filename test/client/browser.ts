import { Page, type PageElement } from './page.ts';
import { loadWebComponents, type ApiService } from './web-components.ts';

/** A request as the client has sent it. */
export interface WireRequest {
  method: string;
  /** Without the API root and the query. */
  path: string;
  body: unknown;
  status: number;
}

/** The client in the hands of one user. */
export interface ClientSession {
  api: ApiService;
  /** All requests so far. */
  wire: WireRequest[];
  /** Puts a component on a record's page, which saves what changes and loads its options. */
  open(tagName: string, postType: string, postId: number): PageElement;
}

export interface SessionOptions {
  gatewayUrl: string;
  /** Without it nobody is logged in. */
  token?: string;
  /** The prefix of the service's namespaces, where it is not the `dt` that the client has built in. */
  prefix?: string;
}

type Classes = Awaited<ReturnType<typeof loadWebComponents>>;

/**
 * Stands in for the browser that the client runs in: it has a document, and a `fetch` that adds to a request what the
 * page would: the origin, and who is logged in. The client names its session by the nonce it sends.
 */
export class Browser {
  readonly #classes: Classes;
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
      api: new ApiService(nonce),
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

  /** Puts back what was there before. */
  close(): void {
    globalThis.fetch = this.#before.fetch;
    setGlobal('document', this.#before.document);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    const session = this.#sessions.get(headers.get('x-wp-nonce') ?? '');
    if (!session) return this.#before.fetch(url, init);
    const { gatewayUrl, token, prefix, wire } = session;
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const address = prefix === undefined ? url : url.replace(/(?<=^\/wp-json\/)dt(?=[-/])/, prefix);
    const response = await this.#before.fetch(gatewayUrl + address, { ...init, headers });
    wire.push({ ...described(url, init), status: response.status });
    return response;
  }
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
