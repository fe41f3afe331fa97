import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { temporaryDirectory } from '@svc/testing';
import { chromiumPath, startChromium } from '../front-door/browser.ts';
import { npmStart, type NpmStart } from '../front-door/npm-start.ts';
import { sharedBySuites } from '../support/shared-by-suites.ts';
import { colorViolations, violations } from '../support/violations.ts';

/** `describe` where Chromium is installed. */
export const inBrowser = chromiumPath === undefined ? describe.skip : describe;
if (chromiumPath === undefined) console.log('The console is not tested: Chromium is not installed.');

interface OpenConsole {
  readonly start: NpmStart;
  readonly browser: Browser;
  close(): Promise<void>;
}

async function openConsole(settings: NodeJS.ProcessEnv = {}): Promise<OpenConsole> {
  const start = await npmStart(temporaryDirectory(), settings);
  const browser = await startChromium().catch(async (error: unknown) => {
    await start.stop();
    throw error;
  });
  const close = async () => {
    await browser.close();
    await start.stop();
  };
  return { start, browser, close };
}

/**
 * The console of a running `npm start`, in Chromium, for a whole suite: with settings one of its own, otherwise that of all suites without
 * settings, which leave its demo users as they are.
 */
export function consoleInBrowser(settings?: () => Promise<NodeJS.ProcessEnv>) {
  let start: NpmStart;
  let browser: Browser;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    const opened = settings
      ? await openConsole(await settings())
      : await sharedBySuites('the console', openConsole);
    ({ start, browser } = opened);
    if (settings) close = opened.close;
  }, 200_000);

  // An open page follows the changes that later tests make, and loads what they concern again.
  afterEach(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });

  afterAll(() => close?.());

  /** A signed-in user at the start page. `problems` has what the page has logged as an error. */
  const signIn = async (username: string, options: BrowserContextOptions = {}) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(`${start.url}/console`);
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password').fill(start.password());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    return { page, problems };
  };

  const open = async (page: Page, path: string) => {
    await page.goto(`${start.url}/console${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  };

  /** Waits until the page has loaded everything. It has an open event stream, so that its network is never idle. */
  const settled = (page: Page) => page.locator('main[aria-busy=false]').waitFor();

  /** A client of the API as a user: sends a request below the root and returns its status and body. */
  const api = async (username: string) => {
    const root = `${start.url}/wp-json`;
    const body = new URLSearchParams({ username, password: start.password() });
    const login = await fetch(`${root}/jwt-auth/v1/token`, { method: 'POST', body });
    const { token } = (await login.json()) as { token: string };
    return async <Body = unknown>(method: string, path: string, json?: object) => {
      const answer = await fetch(`${root}/${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(json && { body: JSON.stringify(json) }),
      });
      return { status: answer.status, body: (await answer.json()) as Body };
    };
  };

  /** A user with the password of the demo users, whom no other suite knows. */
  const createUser = async (username: string, role: string) => {
    const send = await api('administrator');
    const { status } = await send('POST', 'svc/v1/users/create', {
      'user-username': username,
      'user-email': `${username}@example.test`,
      'user-display': username,
      'user-password': start.password(),
      'user-user_role': role,
    });
    expect(status).toBe(200);
    return username;
  };

  const createContact = async (name: string, fields: object = {}) => {
    const send = await api('dispatcher');
    const { body } = await send<{ ID: number }>('POST', 'svc-posts/v2/contacts', { name, ...fields });
    return body.ID;
  };

  /** The path of the first contact in the list. */
  const firstContact = async (page: Page): Promise<string> => {
    await open(page, '/contacts');
    const link = page.locator('tbody th a').first();
    await link.waitFor();
    return new URL((await link.getAttribute('href')) ?? '', start.url).pathname.slice('/console'.length);
  };

  return {
    start: () => start,
    browser: () => browser,
    signIn,
    open,
    api,
    createContact,
    createUser,
    settled,
    firstContact,
  };
}

/** How many pixels a page is wider than the screen. */
export function excessWidth(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}

const wide = { width: 1280, height: 720 };
const phone = { width: 390, height: 844 };
const light = { colorScheme: 'light', contrast: null } as const;
/** Those after the first one of their size have other colors than it, and nothing else. */
const looks = [
  { name: 'light', media: light, size: wide, find: violations },
  { name: 'dark', media: { ...light, colorScheme: 'dark' }, size: wide, find: colorViolations },
  { name: 'high contrast', media: { ...light, contrast: 'more' }, size: wide, find: colorViolations },
  { name: 'phone width', media: light, size: phone, find: violations },
] as const;

/** Expects a page, as it is now, without findings of axe and no wider than the screen in every look: in the light, in the dark and on a phone. */
export async function expectAccessibleInEveryLook(page: Page): Promise<void> {
  for (const { name, media, size, find } of looks) {
    await page.emulateMedia(media);
    await page.setViewportSize(size);
    expect([name, await find(page), await excessWidth(page)]).toEqual([name, [], 0]);
  }
}
