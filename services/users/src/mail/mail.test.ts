import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { captureLog, until } from '@svc/testing';
import { mailHarnessOfSuite, type DraftOf, type SendingInstance } from '../testing/mail-harness.ts';
import { SmtpStand, type ReceivedMail } from '../testing/smtp-stand.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const harness = mailHarnessOfSuite();
const smtp = new SmtpStand();
let one: SendingInstance;

beforeAll(() => smtp.start());

afterAll(() => smtp.stop());

beforeEach(async () => {
  // Each test has days of its own, and begins in a morning.
  harness.now = new Date(Math.floor(harness.now.getTime() / day + 2) * day + 9.5 * hour);
  one = await harness.start({ SMTP_URL: smtp.url, MAIL_FROM: 'Records <records@ref.test>' });
  smtp.received.length = 0;
});

afterEach(async () => {
  await harness.stopSending();
  smtp.refusal = undefined;
  smtp.atEnd = 'accept';
  smtp.maxPerConnection = Infinity;
});

/** Lets so much time go by and waits for the instance to have dealt with all that is due. */
async function pass(milliseconds: number): Promise<void> {
  harness.pass(milliseconds);
  one.deliveries.kick();
  await until(async () => {
    const isOpen = (state: string) => state === 'waiting' || state === 'sending';
    const all = await one.mail.queue.list(1_000);
    expect(all.filter(({ state, dueAt }) => isOpen(state) && dueAt <= harness.now)).toEqual([]);
    expect(all.filter(({ claim }) => claim !== null)).toEqual([]);
  });
}

/** Another instance sends, over this server; the answer is what it logs. */
async function restart(url: string) {
  const { log, lines } = captureLog();
  await one.deliveries.stop();
  one = await harness.start({ SMTP_URL: url }, log);
  return lines;
}

/** Tells a user something and sends it; all mails to the user, oldest first. */
async function told(user: number, ...notices: DraftOf[]) {
  await harness.notify(one, user, ...notices);
  await pass(2_000);
  return harness.mailsOf(one, user);
}

const statesOf = async (userId: number) => (await harness.mailsOf(one, userId)).map(({ state }) => state);
const header = ({ headers }: ReceivedMail, name: string) =>
  headers.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));
const record = (id: number, name: string) => ({ id, postType: 'contacts', name });

test('without a server, mails about notifications are not made, and others are kept', async () => {
  await one.deliveries.stop();
  one = await harness.start();
  const user = await harness.user(one);
  await harness.write(one, [one.mail.passwordReset(user, undefined)]);
  expect(await told(user, {})).toMatchObject([{ kind: 'password_reset' }]);
});

test('a notification is sent as a mail in text and HTML with a link to the record', async () => {
  const user = await harness.user(one);
  const [kept] = await told(user, { record: record(89, 'Amina Example') });
  const [mail] = smtp.received;
  expect(smtp.received).toHaveLength(1);
  expect(mail).toMatchObject({ from: 'records@ref.test', to: [`user${user}@ref.test`] });
  expect(header(mail as ReceivedMail, 'Subject')).toEqual([
    'Subject: Mona Multiplier commented on Amina Example saying:',
  ]);
  expect(header(mail as ReceivedMail, 'From')).toEqual(['From: Records <records@ref.test>']);
  expect(kept).toMatchObject({ state: 'sent', attempts: 1, claim: null });
  expect(kept?.content?.text).toContain('Met today.\nhttps://ref.test/contacts/89');
  expect(kept?.content?.html).toContain(
    '<a href="https://ref.test/contacts/89"><bdi>Amina Example</bdi></a>',
  );
  expect(mail?.raw).toContain('multipart/alternative');
});

test('the link of a mail follows PERMALINK_TEMPLATE', async () => {
  await one.deliveries.stop();
  one = await harness.start({
    SMTP_URL: smtp.url,
    PERMALINK_TEMPLATE: 'https://app.test/#/{post_type}/{id}',
  });
  const user = await harness.user(one);
  const [kept] = await told(user, { record: record(89, 'Amina Example') });
  expect(kept?.content?.text).toContain('Met today.\nhttps://app.test/#/contacts/89');
  expect(kept?.content?.html).toContain('<a href="https://app.test/#/contacts/89">');
});

test('notifications of one change are in one mail, those of another change in another', async () => {
  const user = await harness.user(one);
  await harness.notify(one, user, { name: 'assigned_to' }, { name: 'comment' });
  const mails = await told(user, { name: 'assigned_to' });
  expect(mails.map(({ state, notifications }) => [state, notifications.length]).sort()).toEqual([
    ['sent', 1],
    ['sent', 2],
  ]);
  expect(smtp.received).toHaveLength(2);
  const ids = smtp.received.map((mail) => header(mail, 'Message-ID')[0]);
  expect(ids[0]).toMatch(/^Message-ID: <[0-9a-f]{32}@ref\.test>$/);
  expect(new Set(ids).size).toBe(2);
});

test('a late notification of a change is sent in a second mail without the earlier ones', async () => {
  const user = await harness.user(one);
  const commitId = 'a-commit';
  await told(user, { commitId });
  const mails = await told(user, { commitId, record: record(90, 'Second') });
  expect(mails.map(({ notifications }) => notifications.length)).toEqual([1, 1]);
  expect(mails[1]?.content?.text).not.toContain('Amina');
});

test('notifications that a mail contains are not written into another mail', async () => {
  const user = await harness.user(one);
  const [id = 0] = await harness.notify(one, user, {});
  const again = { _id: id, userId: user, commitId: 'another', channels: ['email'] as const };
  const receivers = await one.users.byIds([user]);
  expect(await one.deliveries.writesFor([again], receivers)).toEqual([]);
  await pass(2_000);
  expect(await one.deliveries.writesFor([again], receivers)).toEqual([]);
});

test.each([
  ['hourly', 'an hour', 29 * minute, 59 * minute],
  ['daily', 'a day in UTC', 14 * hour + 29 * minute, 23 * hour + 59 * minute],
] as const)(
  'a user with the preference %s gets one mail at the end of %s',
  async (emailPreference, _span, before, rest) => {
    const user = await harness.user(one, { settings: { emailPreference } });
    await harness.notify(one, user, { record: record(1, 'First') });
    await pass(before);
    await harness.notify(one, user, { record: record(2, 'Second') });
    expect(await statesOf(user)).toEqual(['waiting']);
    await pass(minute);
    const [mail] = await harness.mailsOf(one, user);
    expect(mail).toMatchObject({ state: 'sent', content: { subject: '2 new notifications' } });
    expect(mail?.content?.text).toMatch(/First[^]*Second/);
    await harness.notify(one, user, { record: record(3, 'Third') });
    await pass(rest);
    expect(await statesOf(user)).toEqual(['sent', 'waiting']);
    await pass(minute);
    expect(smtp.received).toHaveLength(2);
    expect((await harness.mailsOf(one, user))[1]?.content?.text).not.toMatch(/First|Second/);
  },
);

test('a notification without the mail channel is not mailed', async () => {
  expect(await told(await harness.user(one), { channels: ['web'] })).toEqual([]);
});

test('disabled users get no mail and deleted records are left out of mails', async () => {
  const [gone = 0, left = 0, empty = 0] = await harness.users(one, 3);
  await harness.notify(one, gone, {});
  await harness.change(one, gone, { disabled: true });
  await harness.notify(one, left, { record: record(700, 'Deleted') }, { record: record(701, 'Still there') });
  await harness.notify(one, empty, { record: record(700, 'Deleted') });
  await one.notifications.removeOfRecord(700);
  await pass(2_000);
  expect(await statesOf(gone)).toEqual(['dropped']);
  const [mail] = await harness.mailsOf(one, left);
  expect(mail?.content?.text).toContain('Still there');
  expect(mail?.content?.text).not.toContain('Deleted');
  expect(await statesOf(empty)).toEqual(['dropped']);
  expect(smtp.received).toHaveLength(1);
});

test('during an outage of the server one mail per minute is tried, and all are sent after it', async () => {
  const users = await harness.users(one, 3);
  for (const user of users) await harness.notify(one, user, {});
  const attempts = async () => {
    const mails = await Promise.all(users.map((user) => harness.mailsOf(one, user)));
    expect(mails.flat().filter(({ claim }) => claim !== null)).toEqual([]);
    return mails.map(([mail]) => mail?.attempts).toSorted();
  };
  await smtp.stop();
  harness.pass(2_000);
  one.deliveries.kick();
  await until(async () => expect(await attempts()).toEqual([0, 0, 1]));
  one.deliveries.kick();
  harness.pass(minute);
  one.deliveries.kick();
  await until(async () => expect(await attempts()).toEqual([0, 1, 1]));
  await smtp.start();
  await pass(minute);
  expect((await Promise.all(users.map(statesOf))).flat()).toEqual(['sent', 'sent', 'sent']);
  expect(await attempts()).toEqual([1, 2, 2]);
});

test.each([
  ['all due mails go over one connection', Infinity, 1],
  ['a server that closes the connection gets the rest over new ones', 2, 3],
])('%s', async (_what, most, expected) => {
  const users = await harness.users(one, 5);
  smtp.maxPerConnection = most;
  for (const user of users) await harness.notify(one, user, {});
  const { connections } = smtp;
  await pass(2_000);
  expect(smtp.received).toHaveLength(5);
  expect(smtp.connections - connections).toBe(expected);
  for (const user of users)
    expect(await harness.mailsOf(one, user)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

test('the notifications of a failed digest are sent once', async () => {
  const user = await harness.user(one, { settings: { emailPreference: 'hourly' } });
  const ids = await harness.notify(one, user, {}, {});
  smtp.refusal = { status: 451, words: 'Come back later' };
  await pass(30 * minute);
  expect(await harness.mailsOf(one, user)).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  ids.push(...(await harness.notify(one, user, {})));
  smtp.refusal = undefined;
  await pass(minute);
  expect(await statesOf(user)).toEqual(['sent', 'waiting']);
  await pass(hour);
  const mails = await harness.mailsOf(one, user);
  expect(mails.map(({ state }) => state)).toEqual(['sent', 'sent']);
  expect(mails.flatMap(({ notifications }) => notifications)).toEqual(ids);
  expect(smtp.received.filter(({ to }) => to[0] === `user${user}@ref.test`)).toHaveLength(2);
});

test('a mail lists fifty notifications and counts the rest', async () => {
  const notices = Array.from({ length: 53 }, (_none, id) => ({ record: record(id, `R-${id}.`) }));
  const [mail] = await told(await harness.user(one), ...notices);
  expect(mail?.content).toMatchObject({ subject: '53 new notifications' });
  expect(mail?.content?.text.match(/on R-\d+\./g)).toHaveLength(50);
  expect(mail?.content?.text).toContain('And 3 more.');
});

test('a mail fails after days of refusals and can be retried by an operator', async () => {
  const user = await harness.user(one);
  smtp.refusal = { status: 421, words: 'Too busy' };
  await harness.notify(one, user, {});
  const waits: number[] = [];
  for (let rounds = 0; rounds < 30 && (await statesOf(user))[0] !== 'failed'; rounds += 1) {
    const [mail] = await harness.mailsOf(one, user);
    const wait = Math.max(0, (mail?.dueAt.getTime() ?? 0) - harness.now.getTime());
    waits.push(wait);
    await pass(wait);
  }
  expect(waits.slice(1, 5)).toEqual([minute, 2 * minute, 4 * minute, 8 * minute]);
  expect(Math.max(...waits)).toBe(6 * hour);
  expect(await statesOf(user)).toEqual(['failed']);
  smtp.refusal = undefined;
  const [failed] = await harness.mailsOf(one, user);
  if (!failed) throw new Error('there is no mail');
  await harness.write(one, [one.mail.queue.retrial(failed).write]);
  await pass(minute);
  expect(await statesOf(user)).toEqual(['sent']);
});

test('a mail to an unknown recipient fails at the first attempt', async () => {
  const lines = await restart(smtp.url);
  const user = await harness.user(one);
  smtp.refusal = { status: 550, words: 'No such user' };
  const refused = { state: 'failed', attempts: 1, reason: expect.stringContaining('No such user') };
  expect(await told(user, {})).toMatchObject([refused]);
  await until(() => expect(lines.filter(({ msg }) => msg === 'delivery failed')).toHaveLength(1));
});

test('a mail whose confirmation was lost is not sent again', async () => {
  const user = await harness.user(one);
  smtp.atEnd = 'cut';
  const { arrivals } = smtp;
  expect(await told(user, {})).toMatchObject([{ state: 'uncertain' }]);
  smtp.atEnd = 'accept';
  await pass(day);
  expect(await statesOf(user)).toEqual(['uncertain']);
  expect(smtp.arrivals).toBe(arrivals + 1);
});

test('stopping while the server is silent leaves the mail uncertain', async () => {
  const user = await harness.user(one);
  smtp.atEnd = 'hang';
  const { arrivals } = smtp;
  await harness.notify(one, user, {});
  harness.pass(2_000);
  one.deliveries.kick();
  await until(() => expect(smtp.arrivals).toBe(arrivals + 1));
  await one.deliveries.stop();
  expect(await statesOf(user)).toEqual(['uncertain']);
});

test('a mail claimed by a killed instance is sent by another, unless sending had begun', async () => {
  const [taken = 0, begun = 0, after = 0] = await harness.users(one, 3);
  const two = await harness.start({ SMTP_URL: smtp.url });
  const { queue } = two.mail;
  for (const user of [taken, begun]) {
    await harness.write(two, [queue.insertion(draftFor(user))]);
    const [held] = await queue.take(1);
    if (!held) throw new Error('there is nothing to take');
    if (user === begun) expect(await queue.begin(held, null)).toBe(true);
  }
  await harness.notify(one, after, {});
  harness.pass(minute);
  one.deliveries.kick();
  await until(async () => expect(await statesOf(after)).toEqual(['sent']));
  expect([await statesOf(taken), await statesOf(begun)]).toEqual([['waiting'], ['sending']]);
  smtp.received.length = 0;
  await pass(10 * minute);
  expect([await statesOf(taken), await statesOf(begun)]).toEqual([['sent'], ['uncertain']]);
  expect(smtp.received.map(({ to }) => to)).toEqual([[`user${taken}@ref.test`]]);
});

test('a notification that arrives while a mail is composed is not lost', async () => {
  // Nobody else shall take it meanwhile.
  await one.deliveries.stop();
  const user = await harness.user(one);
  const [first = 0] = await harness.notify(one, user, { commitId: 'while', channels: ['web'] });
  const { queue } = one.mail;
  const draft = { _id: `${user}.commit.while`, kind: 'notifications', userId: user, notifications: [first] };
  await harness.write(one, [queue.insertion({ ...draft, dueAt: new Date(0) })]);
  const [taken] = await queue.take(1);
  await harness.notify(one, user, { commitId: 'while' });
  if (!taken) throw new Error('there is nothing to take');
  expect(await queue.begin(taken, null)).toBe(false);
  await restart(smtp.url);
  await pass(2_000);
  const mails = await harness.mailsOf(one, user);
  expect(mails.map(({ state, notifications }) => [state, notifications.length])).toEqual([['sent', 2]]);
});

test('several instances send each mail once', async () => {
  const two = await harness.start({ SMTP_URL: smtp.url });
  const users = await harness.users(one, 15);
  for (const user of users) await harness.notify(one, user, {});
  harness.pass(2_000);
  two.deliveries.kick();
  await pass(0);
  expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
    users.map((user) => `user${user}@ref.test`).sort(),
  );
});

test('a mail is in the language of its user', async () => {
  const [mail] = await told(await harness.user(one, { locale: 'fr_FR' }), {}, {});
  expect(mail?.content?.subject).toBe('2 nouvelles notifications');
});

const nasty = 'Eve\r\nBcc: victim@ref.test\r\n\r\n<script>alert(1)</script>';

test('names, titles and comments cannot inject headers or HTML', async () => {
  const user = await harness.user(one, { displayName: nasty });
  const [kept] = await told(user, {
    actor: { userId: 3, name: nasty },
    record: record(89, `${nasty} "quoted" <b>bold</b>`),
    comment: { original: '<a href="https://evil.test">x</a> <strong>hi</strong> &lt;img&gt;', version: 1 },
  });
  const [mail] = smtp.received;
  expect(mail?.to).toEqual([`user${user}@ref.test`]);
  expect(header(mail as ReceivedMail, 'Bcc')).toEqual([]);
  expect(mail?.headers.filter((line) => !/^[A-Za-z-]+: /.test(line))).toEqual([]);
  expect(kept?.content?.subject).not.toMatch(/[\r\n]/);
  expect(kept?.content?.html).not.toMatch(/<script|<b>|<img|evil\.test/);
  expect(kept?.content?.html).toContain('&lt;script&gt;');
});

test('the transport logs in to the server and the password is not logged', async () => {
  const lines = await restart(smtp.url.replace('//', '//sender:open%20sesame@'));
  await told(await harness.user(one), {});
  expect(smtp.logins.at(-1)).toMatchObject({ username: 'sender', password: 'open sesame' });
  expect(JSON.stringify(lines)).not.toContain('sesame');
});

function draftFor(userId: number) {
  return { _id: `${userId}.reset.x`, kind: 'password_reset', userId, notifications: [], dueAt: harness.now };
}
