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
  ['an unreachable server', broken('ESOCKET'), false, waiting(true)],
  ['a silent server', broken('ETIMEDOUT'), false, waiting(true)],
  ['wrong credentials', refusal(535, 'AUTH PLAIN', 'EAUTH'), false, waiting(true)],
  ['a refused sender', refusal(550, 'MAIL FROM'), false, waiting(true)],
  ['a server that closes the connection', refusal(421, 'RCPT TO'), false, waiting(true)],
  ['a temporarily refused recipient', refusal(450, 'RCPT TO'), false, waiting(false)],
  ['an unknown recipient', refusal(550, 'RCPT TO'), false, { state: 'failed' }],
  ['an invalid address', impossible, false, { state: 'failed' }],
  ['a temporarily refused message', refusal(451, 'DATA', 'EMESSAGE'), true, waiting(false)],
  ['a permanently refused message', refusal(554, 'DATA', 'EMESSAGE'), true, { state: 'failed' }],
  ['a connection lost while sending', broken('ECONNECTION'), true, { state: 'uncertain' }],
  ['a stop while sending', stopped, true, { state: 'uncertain' }],
  ['a stop before sending', stopped, false, waiting(false)],
])('the outcome of a mail is classified after %s', (_what, error, isOnItsWay, outcome) => {
  expect(outcomeOfRefusal(error, isOnItsWay)).toEqual({ ...outcome, reason: expect.any(String) });
});

test('the response of a server is shortened to one line', () => {
  const { reason } = outcomeOfRefusal(new Error(`a\r\nb\u001b[2J${'x'.repeat(1_000)}`), false) as {
    reason: string;
  };
  expect(reason).toMatch(/^a b \[2Jx+…$/);
  expect(reason).toHaveLength(300);
});
