import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const programs = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The installed Chromium; undefined without one (Debian's package is `chromium`). */
export const chromiumPath: string | undefined =
  process.env['CHROMIUM_PATH'] ?? programs.find((path) => existsSync(path));

/** Without these, Chromium looks for updates and components on the network. */
const isolation = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
];

/** Starts headless Chromium. Its own sandbox needs a user other than root. */
export async function startChromium(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: chromiumPath as string,
    args: ['--disable-gpu', ...sandbox, ...isolation],
  });
}
