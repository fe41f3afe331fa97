import { expect, test } from '@jest/globals';
import { outcomeOfRefusal } from './smtp-transport.ts';

const refusal = (responseCode: number, command: string, code = 'EENVELOPE') =>
  Object.assign(new Error(`refused: ${responseCode}`), { responseCode, command, code });
/** Whether other mails wait too. */
const waiting = (isForAll: boolean) => ({ state: 'waiting', isForAll });
const broken = (code: string) => Object.assign(new Error('broken'), { code, command: 'CONN' });

const stopped = new DOMException('aborted', 'AbortError');
const impossible = Object.assign(new Error('none'), { code: 'EENVELOPE' });

test.each<[string, unknown, boolean, object]>([
  ['a server that is not there', broken('ESOCKET'), false, waiting(true)],
  ['a silent server', broken('ETIMEDOUT'), false, waiting(true)],
  ['wrong credentials', refusal(535, 'AUTH PLAIN', 'EAUTH'), false, waiting(true)],
  ['a sender that the server does not take', refusal(550, 'MAIL FROM'), false, waiting(true)],
  ['a server that closes the connection', refusal(421, 'RCPT TO'), false, waiting(true)],
  ['a receiver that it takes later', refusal(450, 'RCPT TO'), false, waiting(false)],
  ['a receiver that it does not know', refusal(550, 'RCPT TO'), false, { state: 'failed' }],
  ['an address that is none', impossible, false, { state: 'failed' }],
  ['a mail that it does not take now', refusal(451, 'DATA', 'EMESSAGE'), true, waiting(false)],
  ['a mail that it never takes', refusal(554, 'DATA', 'EMESSAGE'), true, { state: 'failed' }],
  ['a connection that ends while it sends', broken('ECONNECTION'), true, { state: 'uncertain' }],
  ['a stop while it sends', stopped, true, { state: 'uncertain' }],
  ['a stop before', stopped, false, waiting(false)],
])('after %s the outcome of a mail is told', (_what, error, isOnItsWay, outcome) => {
  expect(outcomeOfRefusal(error, isOnItsWay)).toEqual({ ...outcome, reason: expect.any(String) });
});

test('the words of a server are one line of some length', () => {
  const { reason } = outcomeOfRefusal(new Error(`a\r\nb\u001b[2J${'x'.repeat(1_000)}`), false) as {
    reason: string;
  };
  expect(reason).toMatch(/^a b \[2Jx+…$/);
  expect(reason).toHaveLength(300);
});
