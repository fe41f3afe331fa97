import { randomBytes } from 'node:crypto';
import { beforeEach, expect, test } from '@jest/globals';
import { linkTable } from './link-table.ts';
import { linkVault } from './link-vault.ts';
import { hourOf, siteKey, transferToken } from './site-key.ts';
import type { SiteLink } from './site-link.ts';

const vault = linkVault(randomBytes(32));
const token = 'a'.repeat(64);
const sites = { site1: 'one.test', site2: 'two.test' };

let links: SiteLink[];
let now: Date;
let readings: number;
let warnings: object[];
let table: ReturnType<typeof linkTable>;

const link = (id: number) => ({ _id: id, apiKey: false, ...sites, token: vault.seal(token, id) }) as SiteLink;
const bearer = (moment: string) => transferToken(siteKey({ token, ...sites }), hourOf(new Date(moment)));
const found = async (text: string) => (await table.find(text))?._id;

beforeEach(() => {
  links = [link(1)];
  readings = 0;
  warnings = [];
  now = new Date('2026-03-01T12:30:00Z');
  const store = {
    revision: async () => 1,
    all: async () => {
      readings += 1;
      return links;
    },
  };
  const log = { warn: (data: object) => void warnings.push(data) } as never;
  table = linkTable({ links: store, vault, log, now: () => now });
});

test('each new hour the oldest token expires and the next one is accepted', async () => {
  expect(await found(bearer('2026-03-01T11:30:00Z'))).toBe(1);
  now = new Date('2026-03-01T13:00:00Z');
  expect(await found(bearer('2026-03-01T11:30:00Z'))).toBeUndefined();
  expect(await found(bearer('2026-03-01T14:30:00Z'))).toBe(1);
});

test('the links are loaded once, before the first bearer', async () => {
  await table.fill();
  expect(readings).toBe(1);
  await Promise.all([found('a'), found(bearer('2026-03-01T12:00:00Z')), found('b')]);
  await found('c');
  expect(readings).toBe(1);
});

test.each([
  ['of another installation', () => linkVault(randomBytes(32)).seal(token, 1)],
  ['of another link', () => vault.seal(token, 2)],
])('a link with the sealed token %s is logged and skipped', async (_whose, sealed) => {
  links = [{ ...link(1), token: sealed() }, link(2)];
  expect(await found(bearer('2026-03-01T12:00:00Z'))).toBe(2);
  expect(warnings).toEqual([{ siteLinks: [1] }]);
});
