import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { chromiumPath } from '../front-door/browser.ts';
import { type TestUser, uniqueWord, type World, worldInCommon } from '../support/world.ts';
import { platformOf, type Platform } from './platforms.ts';
import type { scenarios } from './scenarios.ts';

type ScenarioName = keyof typeof scenarios;

const refused = (code: string, status: number) => ({ code, status, hasId: true });
const unseen = refused('get_post', 403);

/** The outcome of each scenario, which is the same on every platform. */
const outcomes: Record<ScenarioName, unknown> = {
  signsInAndOut: {
    before: refused('rest_cannot_access', 401),
    nicename: expect.any(String),
    email: expect.stringContaining('@example.test'),
    after: refused('rest_cannot_access', 401),
    wrong: refused('jwt_auth_failed', 403),
  },
  keepsASession: {
    hasToken: true,
    email: true,
    tokens: 2,
    isCurrent: 1,
    after: refused('refresh_token_invalid', 401),
  },
  writesAndReadsRecords: {
    name: expect.stringMatching(/^Amina /),
    tags: ['guest'],
    nickname: 'Mina',
    keptNickname: 'Mina',
    type: 'contacts',
    gone: unseen,
    refused: refused('create_post', 400),
  },
  updatesAnExistingRecordInsteadOfADuplicate: { isSame: true },
  refusesToOverwrite: { second: refused('precondition_failed', 412), nickname: 'First' },
  listsRecords: {
    written: [...Array.from({ length: 5 }, () => 'written'), 'update_post'],
    names: [1, 2, 3, 4, 5].map((each) => expect.stringMatching(` ${each}$`)),
    page: [4, 3].map((each) => expect.stringMatching(` ${each}$`)),
    gender: { key: 'male', label: 'Male' },
    hasTags: false,
    total: 5,
    second: [expect.stringMatching(/ 5$/)],
    isCounted: false,
    isLast: true,
    isBack: true,
    grouped: 3,
    byText: 1,
    unknown: refused('fields_to_sql', 400),
  },
  aggregatesRecords: {
    groups: [
      { gender: 'female', label: 'Female', year: true, count: 2, sum: 5, max: 3 },
      { gender: 'male', label: 'Male', year: true, count: 1, sum: 1, max: 1 },
    ],
    total: 3,
    hasMore: false,
    none: 0,
  },
  followsChanges: {
    first: expect.objectContaining({ id: 'string', type: 'record.updated', post_type: 'contacts' }),
    isOfRecord: true,
    last: 'comment.created',
    aborted: 'AbortError',
    refused: refused('fields_to_sql', 400),
  },
  comments: {
    added: true,
    removed: false,
    texts: ['Second', 'First, changed'],
    total: 2,
    reactions: ['reaction_heart'],
    meta: ['mood'],
    left: 1,
  },
  sharesAndNotifies: {
    hidden: unseen,
    seen: true,
    isShared: true,
    follows: true,
    unread: 1,
    left: 0,
    name: 'share',
    again: unseen,
  },
  revertsChanges: {
    note: 'Nickname changed to After',
    hasMore: true,
    nickname: 'Before',
    isSame: true,
    unknown: refused('revert_activity', 400),
  },
  uploadsAndDownloadsFiles: {
    uploaded: ['notes.txt', 'dot.gif'],
    picture: true,
    refused: true,
    size: 300_000,
    renamed: true,
    deleted: true,
    allDeleted: true,
    isComplete: true,
    hasThumb: true,
    missing: refused('file_not_found', 404),
  },
  searches: { found: [true], none: 0 },
  readsSettingsAndUsers: {
    types: true,
    label: 'Contacts',
    isPublic: 'string',
    me: true,
    users: [],
    preference: true,
  },
  writesOnceAlthoughTheAnswerIsLost: { sent: 2, isWritten: true, number: 2, isSame: true },
  abortsARequest: { aborted: 'AbortError', late: 'AbortError' },
  reportsAServiceThatIsAway: { code: 'connection_failed', status: 0, hasId: false },
};

let world: World;
let user: TestUser;
let other: TestUser;

beforeAll(async () => {
  world = await worldInCommon();
  [user, other] = await Promise.all([
    world.createUser({ role: 'administrator' }),
    world.createUser({ role: 'multiplier' }),
  ]);
});

describe.each(['node', 'chromium'] as const)('in %s', (name) => {
  const isMissing = name === 'chromium' && chromiumPath === undefined;
  if (isMissing) console.log('The client is not tested in a browser: Chromium is not installed.');
  const onPlatform = isMissing ? test.skip : test;
  let platform: Platform;

  beforeAll(async () => {
    if (!isMissing) platform = await platformOf(name, 'scenarios.ts');
  });

  afterAll(() => platform?.close());

  onPlatform.each(Object.keys(outcomes) as ScenarioName[])('%s', async (scenario) => {
    const setting = {
      url: world.gatewayUrl,
      username: user.username,
      password: user.password,
      other: { id: other.id, username: other.username, password: other.password },
      word: uniqueWord(),
    };
    expect(await platform.call('runScenario', scenario, setting)).toEqual(outcomes[scenario]);
  });
});
