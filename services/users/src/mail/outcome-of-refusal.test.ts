import { expect, test } from '@jest/globals';
import { outcomeOfRefusal } from './outcome-of-refusal.ts';

const refusal = (responseCode: number, command: string, code = 'EENVELOPE') =>
  Object.assign(new Error(`refused: ${responseCode}`), { responseCode, command, code });
const broken = (code: string) => Object.assign(new Error('broken'), { code, command: 'CONN' });

test.each([
  ['a server that is not there', broken('ESOCKET'), false, 'waiting'],
  ['a silent server', broken('ETIMEDOUT'), false, 'waiting'],
  ['wrong credentials', refusal(535, 'AUTH PLAIN', 'EAUTH'), false, 'waiting'],
  ['a sender that the server does not take', refusal(550, 'MAIL FROM'), false, 'waiting'],
  ['a receiver that it takes later', refusal(450, 'RCPT TO'), false, 'waiting'],
  ['a receiver that it does not know', refusal(550, 'RCPT TO'), false, 'failed'],
  ['an address that is none', Object.assign(new Error('none'), { code: 'EENVELOPE' }), false, 'failed'],
  ['a mail that it does not take now', refusal(451, 'DATA', 'EMESSAGE'), true, 'waiting'],
  ['a mail that it never takes', refusal(554, 'DATA', 'EMESSAGE'), true, 'failed'],
  ['a connection that ends while it sends', broken('ECONNECTION'), true, 'uncertain'],
  ['a stop while it sends', new DOMException('aborted', 'AbortError'), true, 'uncertain'],
  ['a stop before', new DOMException('aborted', 'AbortError'), false, 'waiting'],
])('after %s a mail is %s', (_what, error, isOnItsWay, state) => {
  expect(outcomeOfRefusal(error, isOnItsWay)).toMatchObject({ state, reason: expect.any(String) });
});

test.each([
  ['a server that is not there', broken('ESOCKET'), true],
  ['wrong credentials', refusal(535, 'AUTH PLAIN', 'EAUTH'), true],
  ['a sender that the server does not take', refusal(550, 'MAIL FROM'), true],
  ['a server that closes the connection', refusal(421, 'RCPT TO'), true],
  ['a receiver that it takes later', refusal(450, 'RCPT TO'), false],
  ['a mail that it does not take now', refusal(451, 'DATA', 'EMESSAGE'), false],
  ['a stop', new DOMException('aborted', 'AbortError'), false],
])('whether %s keeps back other mails', (_what, error, isForAll) => {
  expect(outcomeOfRefusal(error, false)).toMatchObject({ state: 'waiting', isForAll });
});

test('the words of a server are one line of some length', () => {
  const { reason } = outcomeOfRefusal(new Error(`a\r\nb\u001b[2J${'x'.repeat(1_000)}`), false) as {
    reason: string;
  };
  expect(reason).toMatch(/^a b \[2Jx+…$/);
  expect(reason).toHaveLength(300);
});
