import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { recordsTransfer, usersSiteLinkRemote, type Actor } from '@svc/contracts';
import { listening } from '@svc/testing';
import { recordClient } from './record-client.ts';
import { dispatcher, type RecordsHarness } from './records-harness.ts';

/** A request that came to the other site. */
interface SiteRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly form: URLSearchParams;
}

/** What a site does with a request: an answer with a status and a body, or whatever else a server can do. */
export type SiteAnswer = readonly [status: number, body: unknown] | ((response: ServerResponse) => void);

/** The token of the site link. */
export const token = 'f'.repeat(32);

const link = {
  id: 1,
  label: 'Partner',
  type: 'contact_sharing',
  host: 'partner.test',
  transfer_token: token,
  non_product: false,
};

/** The answer to a contact that the other site has created as number 77. */
export const accepted: SiteAnswer = [200, { status: 'OK', created_id: 77, errors: {} }];

/** The error of a transfer that failed. */
export const failed = { code: 'transfer', status: 500 };

/** What the caller reads when the other site may have received the request. */
export const broken = 'partner.test did not answer completely; it may have received the request.';

/** Who transfers contacts. */
export const dora = dispatcher(5);

/** The other site of a suite, at the site link 1: it accepts contacts unless a test wants it to answer otherwise. */
class OtherSite {
  readonly requests: SiteRequest[] = [];
  url = '';
  /** Where the site link leads; undefined for a link that is gone. */
  linked: string | undefined;
  #answerTo: (request: SiteRequest) => SiteAnswer = () => accepted;
  readonly #server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const form = new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
      const request = { path: incoming.url ?? '', headers: incoming.headers, form };
      this.requests.push(request);
      give(this.#answerTo(request), response);
    });
  });

  async open(): Promise<void> {
    this.url = `http://127.0.0.1:${await listening(this.#server, '0.0.0.0')}`;
  }

  answer(decide: (request: SiteRequest) => SiteAnswer): void {
    this.#answerTo = decide;
  }

  /** Leaves the next request without an answer: what to answer it with, once it has come. */
  hold(): Promise<ServerResponse> {
    return new Promise((resolve) => this.answer(() => resolve));
  }

  /** Forgets the requests and answers of the test before. */
  reset(): void {
    this.requests.length = 0;
    this.linked = this.url;
    this.answer(() => accepted);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }
}

/** Another site while a suite runs, and what tests do with contacts that are sent there. */
export function otherSiteOfSuite(harness: RecordsHarness) {
  const site = new OtherSite();
  const { create } = recordClient(harness);
  beforeAll(async () => {
    await site.open();
    await harness.harness.standIn(usersSiteLinkRemote, ({ id }) => ({
      remote: id === 1 && site.linked !== undefined ? { ...link, url: site.linked } : null,
    }));
  });
  beforeEach(() => site.reset());
  afterAll(() => site.close());
  const contact = async () => (await create({ name: 'Kamal', nickname: 'K', type: 'access' }, dora)).ID;
  const transfer = (id: number, caller: Actor = dora, siteLink = 1) =>
    harness.ask(recordsTransfer, { contact_id: id, site_post_id: siteLink }, caller);
  return { site, contact, transfer };
}

function give(answer: SiteAnswer, response: ServerResponse): void {
  if (typeof answer === 'function') return answer(response);
  const [status, body] = answer;
  response.statusCode = status;
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}
