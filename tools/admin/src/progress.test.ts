import { expect, test } from '@jest/globals';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ProgressReport } from './progress.ts';

async function written(isTTY: boolean, use: (report: ProgressReport) => void): Promise<string> {
  const stderr = Object.assign(new PassThrough(), { isTTY });
  const terminal = { stdin: Readable.from([]), stdout: new PassThrough(), stderr, env: {} };
  use(new ProgressReport(terminal));
  stderr.end();
  return text(stderr);
}

test('a file gets a line every ten seconds', async () => {
  const lines = await written(false, (report) => {
    report.show({ what: 'records', done: 1, of: 30 }, 0);
    report.show({ what: 'records', done: 2, of: 30, rate: 1.2 }, 9_999);
    report.show({ what: 'records', done: 15, of: 30, rate: 1.6 }, 10_000);
    report.say('Waiting.');
    report.end();
  });
  expect(lines).toBe('1 of 30 records\n15 of 30 records (2 a second)\nWaiting.\n');
});

test('a terminal shows a bar, which is cleared at the end', async () => {
  const clear = '\r\u001B[K';
  const shown = await written(true, (report) => {
    report.show({ what: 'records', done: 0, of: 0 });
    report.show({ what: 'records', done: 1, of: 3 });
    report.say('Waiting.');
    report.show({ what: 'records', done: 4, of: 3 });
    report.end();
  });
  const bars = [30, 10, 30].map((filled) => `[${'#'.repeat(filled)}${'-'.repeat(30 - filled)}]`);
  expect(shown).toBe(
    `${clear}${bars[0]} 0 of 0 records${clear}${bars[1]} 1 of 3 records${clear}Waiting.\n` +
      `${clear}${bars[2]} 4 of 3 records${clear}`,
  );
});
