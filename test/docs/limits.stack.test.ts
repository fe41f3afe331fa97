import { availableParallelism } from 'node:os';
import { beforeAll, expect, test } from '@jest/globals';
import {
  fileChunkBytes,
  maxAvatarBytes,
  maxFileNameLength,
  maxKeyTextLength,
  maxLineTextLength,
  maxLongTextLength,
  maxUploadedFiles,
} from '@svc/contracts';
import { loadConfig, ServiceMetrics, type Settings } from '@svc/service-kit';
import { headerLimit } from '@svc/gateway/http-server';
import { maxPartNameLength } from '@svc/gateway/read-form';
import { piecesInFlight } from '@svc/gateway/send-pieces';
import { recordsSettings } from '@svc/records/settings';
import { maxPictureBytes } from '@svc/pictures';
import { maxUploads, piecesInFlight as piecesToStorage } from '@svc/records/uploads';
import { inTurns } from '@svc/records/geocoding-provider';
import { maxLocatedAddresses } from '@svc/records/geolocate-addresses';
import { usersSettings } from '@svc/users/settings';
import { worldInCommon, type World } from '../support/world.ts';
import { pageTable } from './page-table.ts';

const page = 'operations/limits.md';
const numberOf = (cell = '') => Number(cell.replaceAll(',', ''));

const defaultOf = (settings: Settings, name: string) =>
  loadConfig({ [name]: settings[name] } as Settings, {})[name];

/** The limits of each queue in a text of metrics: of one caller, of all, and of waiting requests. */
function queueLimits(metrics: string): Map<string, Record<string, number>> {
  const queues = new Map<string, Record<string, number>>();
  for (const [, labels = '', value] of metrics.matchAll(/^svc_queue_limit\{(.*)\} (\d+)$/gm)) {
    const { queue = '', of = '' } = Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, text]) => [name, text]),
    );
    queues.set(queue, { ...queues.get(queue), [of]: Number(value) });
  }
  return queues;
}

let world: World;

beforeAll(async () => {
  world = await worldInCommon();
});

test('the page lists the limits of each queue of the running services', async () => {
  const served = world.services.map(async ({ opsUrl }) => (await fetch(`${opsUrl}/metrics`)).text());
  // The common services have no geocoding service.
  const metrics = new ServiceMetrics('records');
  inTurns({ locate: async () => undefined }, { maxWaiting: 200, metrics });
  const texts = [...(await Promise.all(served)), await metrics.registry.metrics()];
  const running = new Map(texts.flatMap((text) => [...queueLimits(text)]));
  const threads = Math.min(3, availableParallelism());
  const documented = pageTable(page, 'Queues').rows.map(([name = '', , caller, all, waiting]) => {
    const limits = { all: numberOf(all), caller: numberOf(caller), waiting: numberOf(waiting) };
    const ofMachine = name === 'passwords' ? { all: threads, caller: Math.max(1, threads - 1) } : {};
    return [name, { ...limits, ...ofMachine }] as const;
  });
  expect(new Map(documented)).toEqual(running);
});

/** The limits in the code, by their name on the page. The behaviour beyond each is in the suite of its file. */
const limits: Readonly<Record<string, unknown>> = {
  'pieces of an upload in memory of a gateway': piecesInFlight,
  'pieces of a file in memory of records, on their way to the storage': piecesToStorage,
  'bytes of a piece': fileChunkBytes,
  'unfinished uploads of one caller': maxUploads,
  'files of a request': maxUploadedFiles,
  'megabytes of a file': defaultOf(recordsSettings, 'MAX_FILE_MB'),
  'megabytes of all files of a record': defaultOf(recordsSettings, 'MAX_RECORD_FILES_MB'),
  'megabytes of all files of the installation': defaultOf(recordsSettings, 'MAX_STORED_FILES_MB'),
  'bytes of a picture': maxPictureBytes,
  'bytes of a picture of a user': maxAvatarBytes,
  'characters of a key: a post type, a field, a role': maxKeyTextLength,
  'characters of a line: a name, an address, a password': maxLineTextLength,
  'characters of a comment, a searched text, or a value in an import': maxLongTextLength,
  'characters of a file name': maxFileNameLength,
  'characters of the name of a part of a form with files': maxPartNameLength,
  'bytes of the address and the headers of a request': headerLimit,
  'addresses that a write looks up': maxLocatedAddresses,
  'mails of one user to the addresses of records in an hour': defaultOf(usersSettings, 'MESSAGES_PER_HOUR'),
  'mails of all users to the addresses of records in an hour': defaultOf(
    usersSettings,
    'ALL_MESSAGES_PER_HOUR',
  ),
  'values that one caller checks with check_field_value_exists in an hour': defaultOf(
    recordsSettings,
    'VALUE_CHECKS_PER_HOUR',
  ),
};

test('the page lists the other limits as they are in the code', () => {
  const rows = pageTable(page, 'Sizes and counts').rows.map(([name = '', most]) => [name, numberOf(most)]);
  expect(Object.fromEntries(rows)).toEqual(limits);
});
