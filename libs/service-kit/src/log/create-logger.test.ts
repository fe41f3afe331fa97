import { expect, test } from '@jest/globals';
import { captureLog } from '@svc/testing';

test('secrets are redacted at any depth of a log line', () => {
  const { log, lines } = captureLog();
  const failure = Object.assign(new Error('no connection'), {
    request: { headers: { Authorization: 'Bearer abc', cookie: 'abc' } },
  });
  log.child({ token: 'abc' }).warn(
    {
      password: 'abc',
      user: { passwordHash: 'abc', keys: [{ privateKey: 'abc', list: [{ deep: { access_token: 'abc' } }] }] },
      config: { MONGODB_URL: 'abc', MEILI_KEY: 'abc', NATS_URL: 'abc' },
      err: failure,
    },
    'refused',
  );
  expect(JSON.stringify(lines)).not.toContain('abc');
  expect(lines[0]).toMatchObject({ msg: 'refused', password: '[secret]', err: { message: 'no connection' } });
});

test('credentials in URLs are redacted in messages and errors', () => {
  const { log, lines } = captureLog();
  log.error({ err: new Error('no answer from mongodb://svc:abc@db:27017/svc') }, 'nats://svc:abc@bus:4222');
  expect(JSON.stringify(lines)).not.toContain('abc');
  expect(lines[0]).toMatchObject({
    msg: 'nats://[secret]@bus:4222',
    err: { message: 'no answer from mongodb://[secret]@db:27017/svc' },
  });
});

test('values other than secrets are logged unchanged', () => {
  const { log, lines } = captureLog('records');
  const data = { token_version: 3, changed: ['password'], url: 'https://a.test/x@y', n: 1.5, nothing: null };
  log.info(data, 'a token was issued');
  expect(lines[0]).toMatchObject({
    service: 'records',
    pid: process.pid,
    msg: 'a token was issued',
    ...data,
  });
});
