import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '@svc/local-stack';
import { temporaryDirectory } from '@svc/testing';
import { startChromium } from '../front-door/browser.ts';
import { npmStart, type NpmStart } from '../front-door/npm-start.ts';
import { clientId, clientSecret, OpenIdProvider } from '../support/openid-provider.ts';
import { inBrowser } from './console-in-browser.ts';

inBrowser('an installation with an identity provider', () => {
  const provider = new OpenIdProvider();
  let start: NpmStart;
  let browser: Browser;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await provider.start(`${url}/auth/oidc/callback`, `${url}/console`);
    start = await npmStart(temporaryDirectory(), {
      GATEWAY_PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example accounts',
      OIDC_ROLES: '*=multiplier',
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    });
    browser = await startChromium();
  }, 200_000);

  afterAll(async () => {
    await browser?.close();
    await start?.stop();
    await provider.stop();
  });

  async function signInPage(path = ''): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`${start.url}/console${path}`);
    return page;
  }

  const withProvider = (page: Page) => page.getByRole('button', { name: 'Sign in with Example accounts' });

  test('signs a person in on the page that they opened', async () => {
    const claims = { email: 'noor@example.org', email_verified: true, name: 'Noor Example', groups: [] };
    provider.accounts.set('noor', claims);
    provider.account = 'noor';
    const page = await signInPage('/contacts');
    await withProvider(page).click();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
    expect(new URL(page.url())).toMatchObject({ pathname: '/console/contacts', hash: '' });
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Contacts' }).waitFor();
  });

  test('a code that was not begun in this tab signs nobody in', async () => {
    const page = await signInPage('#login_code=somebody-elses');
    await withProvider(page).waitFor();
    expect(await page.getByRole('heading', { name: 'Records Service' }).count()).toBe(1);
  });

  test('a code that was used before is refused with a message, and the page offers to begin again', async () => {
    const page = await signInPage();
    await withProvider(page).waitFor();
    await page.evaluate(() => {
      const login = { verifier: 'v', isOwnDevice: false };
      sessionStorage.setItem('records-provider-login', JSON.stringify(login));
    });
    await page.goto(`${start.url}/console#login_code=used-before`);
    await page.reload();
    await page.getByText('The code of the login is not valid').waitFor();
    await withProvider(page).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });
});
