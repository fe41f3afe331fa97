import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { createKeyring } from '../signing/make-keyrings.ts';
import { keyringFile, loadKeyring } from '../signing/keyring-file.ts';
import type { Keyring } from '../signing/keyring.ts';
import { RequestOpener, RequestSealer } from './request-mac.ts';
import { fromHeaders, toHeaders, wire, type Envelope } from './wire.ts';

const operation = { name: 'records.get' } as const;
const input = Buffer.from('{"id":1}');
const client = { address: '203.0.113.9', device: 'Phone “Ann”' };
let gateway: Keyring;
let records: Keyring;

beforeAll(async () => {
  const directory = temporaryDirectory();
  await createKeyring(directory);
  gateway = await loadKeyring(keyringFile(directory, 'gateway'), 'gateway');
  records = await loadKeyring(keyringFile(directory, 'records'), 'records');
});

const envelope: Envelope = {
  actorToken: 'token',
  requestId: 'r-1',
  traceparent: undefined,
  deadline: Date.now() + 5_000,
  idempotencyKey: undefined,
  client,
};

/** Sends a request as headers; `change` makes them another request. */
function sent(change: (set: (name: string, value: string) => void, sealed: string) => void = () => {}) {
  const { header, clientHeader = '' } = new RequestSealer(gateway).seal({ operation, envelope, input });
  const result = toHeaders(envelope);
  result.set(wire.client, clientHeader);
  change((name, value) => (value ? result.set(name, value) : result.delete(name)), clientHeader);
  return { header, envelope: fromHeaders(result) };
}

const open = ({ header, envelope: received }: ReturnType<typeof sent>) =>
  new RequestOpener(records).open(header, { operation, envelope: received, input });

test('a request arrives with its client', () => {
  const request = sent();
  expect(open(request)).toMatchObject({ sender: 'gateway' });
  expect(request.envelope.client).toEqual(client);
});

test('services of versions that know no client accept the request, and send ones without', () => {
  const request = sent((set) => set(wire.client, ''));
  expect(open(request)).toMatchObject({ sender: 'gateway' });
  expect(request.envelope.client).toBeUndefined();
});

test('a client that was changed, or belongs to another request, is refused', () => {
  const encoded = (device: string) =>
    Buffer.from(JSON.stringify(['203.0.113.9', device])).toString('base64url');
  const changed = sent((set, sealed) => set(wire.client, `${encoded('Other')}.${sealed.split('.')[1]}`));
  expect(() => open(changed)).toThrow('not signed');
  const other = new RequestSealer(gateway).seal({
    operation,
    envelope: { ...envelope, requestId: 'r-2' },
    input,
  });
  expect(() => open(sent((set) => set(wire.client, other.clientHeader ?? '')))).toThrow('not signed');
  expect(() => open(sent((set, sealed) => set(wire.client, sealed.split('.')[0] ?? '')))).toThrow(
    'not signed',
  );
});
