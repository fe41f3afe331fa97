import { expect, test } from '@jest/globals';
import { Deadline, ServiceMetrics } from '@svc/service-kit';
import { inTurns } from './geocoding-provider.ts';

const turn = (caller: string, milliseconds = 60_000) => ({ caller, deadline: Deadline.after(milliseconds) });

/** A provider that answers when the test lets it. */
function bench() {
  const asked: string[] = [];
  const answers = new Map<string, () => void>();
  const locate = async (address: string) => {
    asked.push(address);
    await new Promise<void>((resolve) => answers.set(address, resolve));
    return undefined;
  };
  const metrics = new ServiceMetrics('records');
  return { asked, answers, geocoding: inTurns({ locate }, { maxWaiting: 9, metrics }) };
}

test('one caller has at most three addresses looked up at a time, and all callers four', async () => {
  const { asked, answers, geocoding } = bench();
  const ofAmina = ['a1', 'a2', 'a3', 'a4'].map((address) => geocoding.locate(address, turn('amina')));
  const ofBernd = ['b1', 'b2'].map((address) => geocoding.locate(address, turn('bernd')));
  expect(asked).toEqual(['a1', 'a2', 'a3', 'b1']);
  while (answers.size > 0) {
    for (const [address, answer] of answers) {
      answers.delete(address);
      answer();
    }
    await new Promise(setImmediate);
  }
  await Promise.all([...ofAmina, ...ofBernd]);
  expect(asked.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
});

test('an address that waits for more than half of the time of its request is not looked up', async () => {
  const { asked, geocoding } = bench();
  for (const address of ['a1', 'a2', 'a3']) void geocoding.locate(address, turn('amina'));
  const { deadline } = turn('amina', 1_200);
  await expect(geocoding.locate('late', { caller: 'amina', deadline })).rejects.toMatchObject({
    code: 'service_unavailable',
  });
  expect(deadline.isOver).toBe(false);
  expect(asked).toEqual(['a1', 'a2', 'a3']);
});
