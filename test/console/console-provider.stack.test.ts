import { afterAll, expect, test } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { freePort } from '@svc/local-stack';
import { until } from '@svc/testing';
import { SmtpStand } from '@svc/users/testing/smtp-stand';
import { clientId, clientSecret, OpenIdProvider } from '../support/openid-provider.ts';
import { consoleInBrowser, expectAccessibleInEveryLook, inBrowser } from './console-in-browser.ts';

inBrowser('the sign-in of an installation with an identity provider', () => {
  const provider = new OpenIdProvider();
  const smtp = new SmtpStand();
  const { api, browser, start } = consoleInBrowser(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    await Promise.all([provider.start(`${url}/auth/oidc/callback`, `${url}/console`), smtp.start()]);
    return {
      GATEWAY_PORT: String(port),
      PUBLIC_URL: url,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example accounts',
      OIDC_ROLES: '*=multiplier',
      SECOND_FACTOR_ROLES: 'marketer',
      SMTP_URL: smtp.url,
      ALLOWED_PRIVATE_HOSTS: '127.0.0.1',
    };
  });

  afterAll(() => Promise.all([provider.stop(), smtp.stop()]));

  async function signInPage(path = '', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await (await browser().newContext(options)).newPage();
    await page.goto(`${start().url}/console${path}`);
    return page;
  }

  async function enterPassword(page: Page, username: string, password: string): Promise<void> {
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
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
    await page.goto(`${start().url}/console#login_code=used-before`);
    await page.reload();
    await page.getByText('The code of the login is not valid').waitFor();
    await withProvider(page).waitFor();
    expect(new URL(page.url()).hash).toBe('');
  });

  test('the sign-in page breaks no rule of accessibility, also from right to left and after a wrong password', async () => {
    const page = await signInPage();
    await withProvider(page).waitFor();
    await expectAccessibleInEveryLook(page);
    await enterPassword(page, 'dispatcher', 'wrong');
    await page.getByRole('alert').waitFor();
    await expectAccessibleInEveryLook(page);
    const arabic = await signInPage('', { locale: 'ar' });
    await arabic.getByRole('button', { name: 'Example accounts' }).waitFor();
    expect(await arabic.evaluate('document.documentElement.dir')).toBe('rtl');
    await expectAccessibleInEveryLook(arabic);
  });

  test('the step of the second factor breaks no rule of accessibility', async () => {
    const send = await api('strategist');
    const path = 'svc/v1/second-factor/totp';
    const { secret } = (await send<{ secret: string }>('POST', path, {})).body;
    const code = new TOTP({ secret }).generate();
    expect(await send('POST', `${path}/confirm`, { code })).toMatchObject({ status: 200 });
    const page = await signInPage();
    await withProvider(page).waitFor();
    await enterPassword(page, 'strategist', start().password());
    await page.getByLabel('Code of the app').waitFor();
    await expectAccessibleInEveryLook(page);
  });

  test('a user whose role requires a second factor sets one up before the first sign-in', async () => {
    const page = await signInPage();
    await enterPassword(page, 'marketer', start().password());
    await page.getByText('Your role requires a second factor.').waitFor();
    const factor = page.getByRole('region', { name: 'Second factor' });
    await factor.getByRole('button', { name: 'Set up an app' }).click();
    const app = new TOTP({ secret: (await factor.locator('.secret').textContent()) ?? '' });
    await expectAccessibleInEveryLook(page);
    await factor.getByLabel('Code of the app').fill(app.generate({ timestamp: Date.now() - 30_000 }));
    await factor.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Remove the app' }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await enterPassword(page, 'marketer', start().password());
    await page.getByLabel('Code of the app').fill(app.generate());
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  });

  test('a person sets a new password by the link of a mail, whose code does not stay in the address', async () => {
    const send = await api('administrator');
    const users = await send<{ ID: number }[]>('GET', 'svc/v1/users/get_users?s=partner');
    const userId = users.body[0]?.ID;
    await send('POST', 'user-management/v1/send_pwd_reset_email', { userId });
    const link = await until(() => {
      const [found] = textOf(smtp.received.at(-1)?.raw).match(/http\S+new-password\S+/) ?? [];
      if (found === undefined) throw new Error('no mail has come');
      return found;
    });
    const page = await signInPage();
    await page.goto(link);
    await page.getByLabel('New password').fill('set-in-the-console');
    expect(await page.getByLabel('Code of the mail').count()).toBe(0);
    expect(new URL(page.url())).toMatchObject({ pathname: '/console/-/new-password', search: '' });
    await expectAccessibleInEveryLook(page);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password was changed.').waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await enterPassword(page, 'partner', 'set-in-the-console');
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
  });

  test('a person types the code of a mail, and a code that is not valid is refused with its reason', async () => {
    const page = await signInPage();
    await page.getByRole('link', { name: 'Set a new password' }).click();
    await expectAccessibleInEveryLook(page);
    await page.getByLabel('Code of the mail').fill('not-a-code');
    await page.getByLabel('New password').fill('set-in-the-console');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The token was already used or has expired').waitFor();
    expect(await page.getByLabel('Code of the mail').inputValue()).toBe('not-a-code');
    await expectAccessibleInEveryLook(page);
  });
});

/** The text of a mail, which its encoding breaks into lines. */
function textOf(raw = ''): string {
  return raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
}
