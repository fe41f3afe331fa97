// Measures how the console loads on a slow phone: npm run bench:console -- --url http://127.0.0.1:8080 --password-file .local/data/demo-password
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type CDPSession } from 'playwright-core';

/** The phone of Lighthouse: a slow 4G network and a processor four times as slow as this one. */
const phone = {
  viewport: { width: 390, height: 844 },
  network: { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 768_000 / 8 },
  slowdown: 4,
};

/**
 * Runs in the page before its own scripts: notes when the heading, which comes with the menu, and the first record are painted. Locators of
 * Playwright would take processor time from the page while it loads, four times as much on the phone.
 */
const notePaints = `
  const isPainted = (selector) => new Promise((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    const observer = new MutationObserver(look);
    observer.observe(document, { childList: true, subtree: true });
  });
  globalThis.painted = Promise.all(['main h1', 'main tbody th a'].map(isPainted));
`;

interface Options {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  readonly runs: number;
  /** The program. */
  readonly chromium: string;
}

/** One load of the list of contacts, with an empty cache. Bytes are those on the network. */
interface Load {
  readonly scriptBytes: number;
  readonly allBytes: number;
  readonly requests: number;
  /** Milliseconds from the start of the navigation until the page has painted its heading and menu, and until it has painted the first record. */
  readonly usableMs: number;
  readonly recordMs: number;
}

const options = readOptions();
const browser = await chromium.launch({
  executablePath: options.chromium,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const session = await signIn(options);
  const names = { phone: true, 'this machine': false };
  for (const [name, isPhone] of Object.entries(names)) {
    const loads: Load[] = [];
    for (let run = 0; run < options.runs; run += 1) loads.push(await load(browser, session, isPhone));
    console.log(`${name}: ${JSON.stringify(mediansOf(loads))}`);
  }
} finally {
  await browser.close();
}

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://127.0.0.1:8080' },
      user: { type: 'string', default: 'dispatcher' },
      'password-file': { type: 'string', default: '.local/data/demo-password' },
      runs: { type: 'string', default: '5' },
      chromium: { type: 'string', default: '/usr/bin/chromium' },
    },
  });
  const password = readFileSync(values['password-file'], 'utf8').trim();
  const { url, user, runs, chromium: program } = values;
  return { url, user, password, runs: Number(runs), chromium: program };
}

/** The session of a user, as the console stores it. */
async function signIn({ url, user: username, password }: Options): Promise<string> {
  const body = new URLSearchParams({ username, password, refresh: 'true' });
  const answer = await fetch(`${url}/wp-json/jwt-auth/v1/token`, { method: 'POST', body });
  if (!answer.ok) throw new Error(`The sign-in failed: ${await answer.text()}`);
  const { token, refresh_token: refreshToken } = (await answer.json()) as Record<string, string>;
  return JSON.stringify({ token, refreshToken, expiresAt: Date.now() + 600_000 });
}

async function load(from: Browser, session: string, isPhone: boolean): Promise<Load> {
  const context = await from.newContext(isPhone ? { viewport: phone.viewport } : {});
  try {
    await context.addInitScript(`sessionStorage.setItem('records-session', ${JSON.stringify(session)})`);
    await context.addInitScript(notePaints);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    if (isPhone) {
      await cdp.send('Network.emulateNetworkConditions', { offline: false, ...phone.network });
      await cdp.send('Emulation.setCPUThrottlingRate', { rate: phone.slowdown });
    }
    const received = countBytes(cdp);
    await page.goto(`${options.url}/console/contacts`, { waitUntil: 'commit' });
    const painted = { expression: 'painted', awaitPromise: true, returnByValue: true };
    const { result } = await cdp.send('Runtime.evaluate', painted);
    const [usableMs = NaN, recordMs = NaN] = result.value as readonly number[];
    return { ...received(), usableMs, recordMs };
  } finally {
    await context.close();
  }
}

/** Counts what arrives on the network; the event stream is open, and not counted. */
function countBytes(cdp: CDPSession) {
  const types = new Map<string, string>();
  let scriptBytes = 0;
  let allBytes = 0;
  let requests = 0;
  cdp.on('Network.responseReceived', ({ requestId, type }) => types.set(requestId, type));
  cdp.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    requests += 1;
    allBytes += encodedDataLength;
    if (types.get(requestId) === 'Script') scriptBytes += encodedDataLength;
  });
  return () => ({ scriptBytes, allBytes, requests });
}

function mediansOf(loads: readonly Load[]): Load {
  const median = (key: keyof Load) => {
    const sorted = loads.map((each) => each[key]).toSorted((one, other) => one - other);
    return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
  };
  return {
    scriptBytes: median('scriptBytes'),
    allBytes: median('allBytes'),
    requests: median('requests'),
    usableMs: median('usableMs'),
    recordMs: median('recordMs'),
  };
}
