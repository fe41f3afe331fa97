import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { consoleInBrowser, expectAccessibleInEveryLook, inBrowser } from './console-in-browser.ts';

inBrowser('passkeys in the console', () => {
  const { browser, createUser, settled, start } = consoleInBrowser();

  /** The console at the name of this machine: browsers have no passkeys at addresses. */
  const consoleUrl = () => start().url.replace('127.0.0.1', 'localhost');

  /** A page whose browser has a device with passkeys. */
  async function pageWithDevice() {
    const page = await (await browser().newContext()).newPage();
    const devices = await page.context().newCDPSession(page);
    await devices.send('WebAuthn.enable');
    const { authenticatorId } = await devices.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const passkeys = async () =>
      (await devices.send('WebAuthn.getCredentials', { authenticatorId })).credentials;
    const loseAll = () => devices.send('WebAuthn.clearCredentials', { authenticatorId });
    return { page, passkeys, loseAll };
  }

  async function signIn(page: Page, username: string) {
    await page.goto(`${consoleUrl()}/console/-/profile`);
    await page.getByLabel('Username or e-mail').fill(username);
    await page.getByLabel('Password').fill(start().password());
    await page.getByRole('button', { name: 'Sign in' }).click();
  }

  const factorOf = (page: Page) => page.getByRole('region', { name: 'Second factor' });

  async function addPasskey(page: Page, name: string) {
    const factor = factorOf(page);
    await factor.getByLabel('Name').fill(name);
    await factor.getByRole('button', { name: 'Add a passkey' }).click();
    await factor.getByRole('listitem').filter({ hasText: name }).waitFor();
  }

  test('a user adds a passkey, signs in with it and removes it', async () => {
    const { page, passkeys } = await pageWithDevice();
    const username = await createUser('with-laptop', 'strategist');
    await signIn(page, username);
    await addPasskey(page, 'My laptop');
    expect(await passkeys()).toMatchObject([{ rpId: 'localhost' }]);
    const codes = ((await factorOf(page).locator('.secret').textContent()) ?? '').split(' ');
    expect(codes).toHaveLength(10);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await signIn(page, username);
    await factorOf(page).getByRole('listitem').filter({ hasText: 'My laptop' }).waitFor();
    expect(await passkeys()).toMatchObject([{ signCount: 2 }]);

    await factorOf(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await factorOf(page).getByText('My laptop').waitFor({ state: 'detached' });
    expect(await factorOf(page).getByRole('alert').count()).toBe(0);
  });

  test('a user whose device has lost the passkey is offered a recovery code', async () => {
    const { page, loseAll } = await pageWithDevice();
    const username = await createUser('with-lost-phone', 'partner');
    await signIn(page, username);
    await addPasskey(page, 'Lost phone');
    const [code = ''] = ((await factorOf(page).locator('.secret').textContent()) ?? '').split(' ');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await loseAll();
    await signIn(page, username);
    await page.getByText('The passkey was not used.').waitFor();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await factorOf(page).getByRole('listitem').filter({ hasText: 'Lost phone' }).waitFor();
  });

  test('the profile breaks no rule of accessibility with a passkey and with the form for an app', async () => {
    const { page } = await pageWithDevice();
    await signIn(page, await createUser('with-key', 'dispatcher'));
    await settled(page);
    await expectAccessibleInEveryLook(page);
    // With the recovery codes.
    await addPasskey(page, 'A key with a long name, for the safe in the office');
    await expectAccessibleInEveryLook(page);
    await page.reload();
    await factorOf(page).getByRole('button', { name: 'Set up an app' }).click();
    await factorOf(page).getByRole('button', { name: 'Save' }).waitFor();
    await expectAccessibleInEveryLook(page);
    await page.reload();
    await factorOf(page).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').waitFor();
    await expectAccessibleInEveryLook(page);
  });

  test('at an address, where browsers have none, the profile names the address of passkeys', async () => {
    const page = await (await browser().newContext()).newPage();
    await page.goto(`${start().url}/console/-/profile`);
    await page.getByLabel('Username or e-mail').fill('administrator');
    await page.getByLabel('Password').fill(start().password());
    await page.getByRole('button', { name: 'Sign in' }).click();
    await factorOf(page).getByText('Passkeys are used at the address localhost').waitFor();
    await expectAccessibleInEveryLook(page);
  });
});
