import { extensionOf } from './file-name.ts';

/** What the bytes of a file say it is. */
export interface ContentType {
  /** A media type. */
  readonly mime: string;
  /** The usual extension, without a dot; '' where the bytes do not tell one. */
  readonly extension: string;
}

/** Texts look alike: what they are called says which kind they are, and none of these kinds does anything where it is shown. */
const kindsOfText: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  vcf: 'text/vcard',
};

/** Markup that runs in browsers is text like any other. */
const markup: ReadonlySet<string> = new Set(['application/xml', 'text/html', 'image/svg+xml']);

const plain = 'text/plain';

/** What a file is, from its first bytes. Its name only tells texts from each other. */
export async function sniffType(head: Uint8Array, name: string): Promise<ContentType> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(head).catch(() => undefined);
  if (found && !markup.has(found.mime)) return { mime: found.mime, extension: found.ext };
  if (found || isText(head)) return { mime: kindsOfText[extensionOf(name)] ?? plain, extension: '' };
  return { mime: 'application/octet-stream', extension: '' };
}

/** UTF-8 without NUL; it may end within a character. */
function isText(head: Uint8Array): boolean {
  if (head.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}
