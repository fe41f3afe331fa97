import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import type { FileToSend } from './upload.ts';

/** A malicious file, and how the service must treat it. */
interface MaliciousFile {
  readonly what: string;
  readonly file: () => Promise<FileToSend> | FileToSend;
  /** The refusal, or the name and type with which the file is sent to browsers. */
  readonly becomes: { readonly refused: RegExp } | { readonly name: string; readonly type: string };
}

/** A script that runs if a browser takes the file for a page or program; processed pictures must not contain it. */
const script = '<script>alert(document.domain)</script>';

const picture = (format: 'jpeg' | 'png' | 'gif' | 'webp', width = 20, height = 10) =>
  sharp({ create: { width, height, channels: 3, background: '#a03060' } })
    .toFormat(format)
    .toBuffer();

/** A picture with a script after its end, where image decoders do not read. */
const withScript = (format: Parameters<typeof picture>[0], name: string): MaliciousFile => ({
  what: `a ${format} picture that is a page as well, as ${name}`,
  file: async () => ({ name, bytes: joined(await picture(format), `*/${script}/*`), type: 'text/html' }),
  becomes: { name, type: `image/${format}` },
});

/** Malicious files. Their names also combine paths, double extensions and changes of the writing direction. */
export const maliciousFiles: readonly MaliciousFile[] = [
  withScript('gif', 'a.gif.js'),
  withScript('png', 'a.html'),
  withScript('jpeg', 'a.php.jpg'),
  withScript('webp', 'a.svg'),
  {
    what: 'a script that begins as a GIF picture',
    file: () => ({
      name: 'a.gif',
      bytes: `GIF89a/*${'\u0001'.repeat(20)}*/=1;alert(1)//`,
      type: 'image/gif',
    }),
    becomes: { refused: /cannot be read/ },
  },
  {
    what: 'a page that is called a picture',
    file: () => ({ name: 'a.png', bytes: `<!doctype html>${script}`, type: 'image/png' }),
    becomes: { name: 'a.png', type: 'text/plain; charset=utf-8' },
  },
  {
    what: 'a vector picture with a script',
    file: () => ({
      name: 'a.svg',
      bytes: `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`,
      type: 'image/svg+xml',
    }),
    becomes: { name: 'a.svg', type: 'text/plain; charset=utf-8' },
  },
  {
    what: 'a document that is a page as well',
    file: () => ({ name: 'a.html', bytes: `%PDF-1.4\n${script}`, type: 'text/html' }),
    becomes: { name: 'a.html', type: 'application/pdf' },
  },
  {
    what: 'a program under the path and name of a picture',
    file: () => ({ name: '../../etc/gpj.\u202Ephoto.jpg.exe', bytes: joined('MZ\u0090\u0000', script) }),
    becomes: { name: 'gpj.photo.jpg.exe', type: 'application/x-msdownload' },
  },
  {
    what: 'a small picture that unpacks to 60 megapixels',
    file: async () => ({ name: 'a.png', bytes: new Uint8Array(await picture('png', 10_000, 6_000)) }),
    becomes: { refused: /50 megapixels/ },
  },
  {
    what: 'a picture of 60 bytes and 4,294 megapixels',
    file: () => ({ name: 'a.gif', bytes: new Uint8Array(Buffer.from(hugeGif, 'hex')) }),
    becomes: { refused: /50 megapixels/ },
  },
  {
    what: 'an archive that unpacks to 200 megabytes where its kind is looked for',
    file: () => ({ name: 'a.docx', bytes: zipBomb() }),
    becomes: { name: 'a.docx', type: 'application/zip' },
  },
];

function joined(first: string | Uint8Array, second: string): Uint8Array<ArrayBuffer> {
  const head = typeof first === 'string' ? Buffer.from(first, 'latin1') : first;
  return new Uint8Array(Buffer.concat([head, Buffer.from(second)]));
}

/** A GIF of 65,535 by 65,535 pixels. */
const hugeGif = [
  '474946383961ffffffff800000',
  'ffffff000000',
  '2c00000000ffffffff00',
  '02024c0100',
  '3b',
].join('');

/** A zip bomb that looks like an Office document because of the name of its entry. */
function zipBomb(): Uint8Array<ArrayBuffer> {
  const name = '[Content_Types].xml';
  const size = 200_000_000;
  const packed = deflateRawSync(Buffer.alloc(size), { level: 1 });
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(20, 4);
  header.writeUInt16LE(8, 8);
  header.writeUInt32LE(packed.length, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return new Uint8Array(Buffer.concat([header, Buffer.from(name), packed]));
}
