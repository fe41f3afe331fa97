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

/**
 * Features that cost each context two processes, for menus of the address bar and for the next site, beside the one of its page. The last list
 * of features counts, so it repeats Playwright's, but for those of other programs.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/** Starts headless Chromium. Its own sandbox needs a user other than root. */
export async function startChromium(): Promise<Browser> {
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: chromiumPath as string,
    args: ['--disable-gpu', `--disable-features=${disabledFeatures.join()}`, ...sandbox, ...isolation],
  });
}
