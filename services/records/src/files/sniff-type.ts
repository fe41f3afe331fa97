import { extensionOf } from './file-name.ts';

/** The type of a file, found in its bytes. */
export interface ContentType {
  /** A media type. */
  readonly mime: string;
  /** The usual extension, without a dot; '' when the bytes do not show one. */
  readonly extension: string;
}

/** Text formats by file extension, since their bytes look alike. Browsers run nothing in any of them. */
const kindsOfText: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  ics: 'text/calendar',
  json: 'application/json',
  md: 'text/markdown',
  vcf: 'text/vcard',
};

/** Markup that browsers would run is treated like any other text. */
const markup: ReadonlySet<string> = new Set(['application/xml', 'text/html', 'image/svg+xml']);

const plain = 'text/plain';

/** Finds the type of a file in its first bytes. The name only distinguishes text formats. */
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
