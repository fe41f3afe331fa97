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
async function settingOf(change: Pick<OfflineSetting, 'storage' | 'operations' | 'least' | 'seed'>) {
  const { username, password } = await world.createUser({ role: 'multiplier' });
  return { url: world.gatewayUrl, username, password, ...change };
}

test('copies on three devices equal the service after their networks were cut at random, and no change is lost or made twice', async () => {
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9));
  const least = { updates: 50, conflicts: 5, cuts: 20 };
  const setting = await settingOf({ storage: 'memory', operations: sized(250, 1_000), least, seed });
  const report = await (await start('node')).call<OfflineReport>('bumpyDay', setting);
  const { problems, ...counts } = report;
  expect({ seed, problems }).toEqual({ seed, problems: [] });
  const scarce = Object.entries({ records: 5, ...least }).filter(
    ([what, count]) => counts[what as keyof typeof counts] < count,
  );
  expect({ seed, scarce }).toEqual({ seed, scarce: [] });
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
