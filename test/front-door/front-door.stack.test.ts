import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { listening, temporaryDirectory } from '@svc/testing';
import { chromiumPath, startChromium } from './browser.ts';
import { examplesOf, patternOf } from './code-blocks.ts';
import { npmStart, root, type NpmStart } from './npm-start.ts';

const dataDir = temporaryDirectory();
let start: NpmStart;

beforeAll(async () => {
  start = await npmStart(dataDir);
}, 200_000);

afterAll(() => start?.stop());

test('the demo data is complete when npm start reports ready', async () => {
  expect(start.output()).toMatch(/Created 330 of 330 demo records[\s\S]*is ready: http/);
  const { list } = await start.signIn('administrator');
  expect(await list('contacts?limit=0')).toMatchObject({ total: 300 + 9 });
  expect(await list('groups?limit=0')).toMatchObject({ total: 30 });
});

test.each(['README.md', 'docs/guides/tour.md'])(
  'the commands of %s get the documented answers',
  async (page) => {
    const examples = examplesOf(page);
    expect(examples.length).toBeGreaterThan(0);
    const marker = '--- next example ---';
    const here = (text: string) =>
      text.replaceAll('http://127.0.0.1:8080', start.url).replaceAll('.local/data', dataDir);
    const script = examples.map(({ commands }) => `${here(commands)}\necho '${marker}'`).join('\n');
    const env = { ...process.env, DATA_DIR: dataDir };
    const { stdout } = await promisify(execFile)('sh', ['-e', '-c', script], { cwd: root, env });
    const outputs = stdout.split(marker);
    for (const [at, { answer }] of examples.entries())
      if (answer !== undefined) expect(outputs[at]).toMatch(patternOf(here(answer)));
  },
);

const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined) console.log('The browser tests are skipped: Chromium is not installed.');

inBrowser('in a browser', () => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(() => browser?.close());

  /** A page that fails the test when it logs an error or a request fails. */
  const openPage = async (): Promise<{ page: Page; problems: string[] }> => {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`);
    });
    page.on('requestfailed', (request) => {
      // A page that is left for the next one gives up what it still loads.
      const reason = request.failure()?.errorText;
      if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()}: ${reason}`);
    });
    return { page, problems };
  };

  test('every link from the home page leads to a page and to a heading on it', async () => {
    const { page, problems } = await openPage();
    const open = [`${start.url}/`];
    const seen = new Map<string, ReadonlySet<string>>();
    const targets: { from: string; to: string; anchor: string }[] = [];
    for (let address = open.pop(); address !== undefined; address = open.pop()) {
      const response = await page.goto(address);
      expect([address, response?.status()]).toEqual([address, 200]);
      const ids = await page.evaluate<string[]>(`[...document.querySelectorAll('[id]')].map(({ id }) => id)`);
      const hrefs = await page.evaluate<string[]>(
        `[...document.querySelectorAll('a')].map(({ href }) => href)`,
      );
      seen.set(address, new Set(ids));
      for (const href of hrefs) {
        const { origin, pathname, hash } = new URL(href);
        if (origin !== start.url) continue;
        const to = `${origin}${pathname}`;
        targets.push({ from: address, to, anchor: decodeURIComponent(hash.slice(1)) });
        if (!seen.has(to) && !open.includes(to)) open.push(to);
      }
    }
    expect(seen.size).toBeGreaterThan(40);
    expect(targets.filter(({ to, anchor }) => anchor !== '' && !seen.get(to)?.has(anchor))).toEqual([]);
    expect(problems).toEqual([]);
  }, 120_000);

  test.each([
    ['light', 1_100],
    ['dark', 1_100],
    ['light', 360],
  ] as const)(
    'the home page in %s at %i pixels needs no sideways scrolling and names its landmarks',
    async (colorScheme, width) => {
      const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
      const page = await context.newPage();
      await page.goto(start.url);
      expect(
        await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
      ).toBeLessThanOrEqual(0);
      for (const role of ['navigation', 'main', 'banner'] as const)
        expect(await page.getByRole(role).count()).toBe(1);
      await context.close();
    },
  );

  test('a web page of another origin on this machine signs in and lists contacts', async () => {
    const { page, problems } = await openPage();
    const server = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">'),
    ).unref();
    await page.goto(`http://127.0.0.1:${await listening(server)}/`);
    const login = { username: 'multiplier', password: start.password() };
    const listed = await page.evaluate(
      async ({ api, login }) => {
        const headers = { 'content-type': 'application/json' };
        const signedIn = await fetch(`${api}/jwt-auth/v1/token`, {
          method: 'POST',
          headers,
          body: JSON.stringify(login),
        });
        const { token } = (await signedIn.json()) as { token: string };
        const response = await fetch(`${api}/svc-posts/v2/contacts?limit=2`, {
          headers: { authorization: `Bearer ${token}` },
        });
        return (await response.json()) as { posts: object[] };
      },
      { api: `${start.url}/wp-json`, login },
    );
    expect(listed.posts).toHaveLength(2);
    expect(problems).toEqual([]);
    server.close();
  });
});
