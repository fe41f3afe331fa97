/** Texts to repeat for which parsers, expressions and normalizations are known to be slow. */
const pieces = {
  dots: '.',
  spaces: ' ',
  'combining characters': 'a\u0301\u0323',
  brackets: '[',
  'nested brackets': '[]',
  braces: '{',
  quotes: '"',
  apostrophes: "'",
  'escaped quotes': '\\"',
  tags: '<b>',
  'opened tags': '<',
  ampersands: '&',
  entities: '&amp;',
  mentions: '@[a](1',
  dashes: '-',
  commas: 'a,',
  percents: '%2',
  'long ligatures': 'ﷺ',
  digits: '9',
  'signs of addresses': 'a@a.',
} as const;

/** Texts of at most this length, by the name of what they repeat: the worst shapes for what reads them. */
export function worstTexts(length: number): [name: string, text: string][] {
  return Object.entries(pieces).map(([name, piece]) => [
    name,
    piece.repeat(Math.floor(length / piece.length)),
  ]);
}

/** The most, in milliseconds of the processor, that a refused value may cost. */
export const maxRefusalMs = 20;

/** For so many milliseconds of the processor work is tried again that seems to take too long. */
const triedMs = 3_000;

/**
 * Milliseconds of the processor that work takes in this thread, which do not depend on what else the machine does: the least of several tries, since
 * the first are interpreted. The compiler has a thread of its own, which on a busy machine may be late: what seems to take too long is tried more often.
 */
export function cpuMsOf(work: () => unknown): number {
  let least = Infinity;
  let spent = 0;
  for (let tries = 0; tries < 5 || (least >= maxRefusalMs && spent < triedMs); tries += 1) {
    const before = process.threadCpuUsage();
    try {
      work();
    } catch {
      // A refusal costs what it costs.
    }
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    least = Math.min(least, ms);
    spent += ms;
  }
  return least;
}
