import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { sized } from '@svc/testing';
import { chromiumPath } from '../front-door/browser.ts';
import { type World, worldInCommon } from '../support/world.ts';
import type { OfflineReport, OfflineSetting } from './offline-scenarios.ts';
import { platformOf, type Platform } from './platforms.ts';

let world: World;
const platforms: Platform[] = [];

beforeAll(async () => {
  world = await worldInCommon();
});

afterAll(() => Promise.all(platforms.map((platform) => platform.close())));

async function start(name: 'node' | 'chromium'): Promise<Platform> {
  const platform = await platformOf(name, 'offline-scenarios.ts');
  platforms.push(platform);
  return platform;
}

/** A user without records, so that the copies have only those of the test. */
async function settingOf(change: Pick<OfflineSetting, 'storage' | 'operations' | 'seed'>) {
  const { username, password } = await world.createUser({ role: 'multiplier' });
  return { url: world.gatewayUrl, username, password, ...change };
}

test('copies on three devices equal the service after their networks were cut at random, and no change is lost or made twice', async () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
  const setting = await settingOf({ storage: 'memory', operations: sized(250, 1_000), seed });
  const report = await (await start('node')).call<OfflineReport>('bumpyDay', setting);
  const { problems, records, updates, conflicts, cuts } = report;
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  const least = { records: 5, updates: 50, conflicts: 5, cuts: 20 };
  const counts = { records, updates, conflicts, cuts };
  expect(
    Object.keys(least).filter((key) => counts[key as keyof typeof least] < least[key as keyof typeof least]),
  ).toEqual([]);
}, 600_000);

const inBrowser = chromiumPath === undefined ? test.skip : test;

inBrowser(
  'the same holds in a browser, with IndexedDB',
  async () => {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
    const setting = await settingOf({ storage: 'indexedDB', operations: sized(80, 300), seed });
    const { problems } = await (await start('chromium')).call<OfflineReport>('bumpyDay', setting);
    expect({ seed, problems }).toEqual({ seed, problems: [] });
  },
  600_000,
);
