type Parts = Readonly<Record<string, string>>;

/** The letters of PHP's `date` formats, with which sites are configured, and the text that each stands for. */
const letters: Readonly<Record<string, (parts: Parts) => string>> = {
  Y: (parts) => (parts['year'] ?? '').padStart(4, '0'),
  y: (parts) => (parts['year'] ?? '').slice(-2),
  m: (parts) => parts['month'] ?? '',
  n: (parts) => String(Number(parts['month'])),
  F: (parts) => parts['monthName'] ?? '',
  M: (parts) => (parts['monthName'] ?? '').slice(0, 3),
  d: (parts) => parts['day'] ?? '',
  j: (parts) => String(Number(parts['day'])),
  l: (parts) => parts['weekday'] ?? '',
  D: (parts) => (parts['weekday'] ?? '').slice(0, 3),
  H: (parts) => parts['hour'] ?? '',
  i: (parts) => parts['minute'] ?? '',
  s: (parts) => parts['second'] ?? '',
};

/** Formats times in a timezone. Unknown letters are written as they are, and so is a letter after `\`. */
export function dateFormatter(format: string, timezone: string): (seconds: number) => string {
  const numeric = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  const words = new Intl.DateTimeFormat('en-US', { timeZone: timezone, month: 'long', weekday: 'long' });
  const pieces = format.match(/\\.|./gsu) ?? [];
  const isNamed = pieces.some((piece) => 'FMlD'.includes(piece));
  return (seconds) => {
    const moment = new Date(seconds * 1000);
    const parted = isNamed ? words.formatToParts(moment) : [];
    const named = Object.fromEntries(parted.map(({ type, value }) => [type, value]));
    const parts: Parts = {
      ...Object.fromEntries(numeric.formatToParts(moment).map(({ type, value }) => [type, value])),
      monthName: named['month'] ?? '',
      weekday: named['weekday'] ?? '',
    };
    return pieces
      .map((piece) => (piece.startsWith('\\') ? piece.slice(1) : (letters[piece]?.(parts) ?? piece)))
      .join('');
  };
}
