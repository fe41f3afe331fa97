import { expect, test } from '@jest/globals';
import { systemActor, usersMy } from '@svc/contracts';
import { Deadline, type CallContext, type Reply } from '@svc/service-kit';
import { until } from '@svc/service-kit/testing';
import { createServiceBreaker } from './service-breaker.ts';

const reply: Reply = { ok: true, status: 200, code: undefined, body: new Uint8Array() };

const context = (): CallContext => ({
  caller: systemActor('test'),
  requestId: 'test',
  deadline: Deadline.after(),
});

test('what was lost with a killed service does not shut the door on the one that came back', async () => {
  const answers: (() => Promise<Reply>)[] = [];
  const caller = { request: () => (answers.shift() ?? (async () => reply))() };
  const breaker = createServiceBreaker({ service: 'users', caller, onChange: () => {} });
  const ask = () => breaker.fire(usersMy, new Uint8Array(), context());
  try {
    let lose: (error: Error) => void = () => {};
    answers.push(() => new Promise((_resolve, reject) => (lose = reject)));
    const late = ask();
    for (let count = 0; count < 12; count += 1) {
      answers.push(() => Promise.reject(new Error('gone')));
      await expect(ask()).rejects.toThrow();
    }
    expect(breaker.opened).toBe(true);
    await until(() => expect(breaker.closed).toBe(true));
    lose(new Error('lost with the killed process'));
    await expect(late).rejects.toThrow('lost with the killed process');
    expect(breaker.closed).toBe(true);
    await expect(ask()).resolves.toBe(reply);
  } finally {
    breaker.shutdown();
  }
});
