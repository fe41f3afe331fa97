import { normalized } from '@svc/service-kit';

const maxLength = 150;
const maxExtension = 20;

/** Characters that file systems refuse in names, or that a page would read as a tag. */
const forbidden = /[<>:"/\\|?*]/g;
/** Control characters, and those that reverse the order of a text: `exe.fdp` would show as `pdf.exe`. */
const invisible = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** The stored name of a file: the last part of the sent path, on one line, at most 150 characters including the extension. */
export function fileName(sent: string): string {
  const last = normalized(sent.toWellFormed(), 'NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = withoutOuterDots(last.replaceAll(invisible, '').replaceAll(forbidden, '_'));
  if (clean === '') return 'file';
  const characters = [...clean];
  if (characters.length <= maxLength) return clean;
  const dot = characters.lastIndexOf('.');
  const extension = dot > 0 && characters.length - dot <= maxExtension ? characters.slice(dot) : [];
  return [...characters.slice(0, maxLength - extension.length), ...extension].join('');
}

/** Without white space and dots at both ends. A loop, because an expression such as `[\s.]+$` takes quadratic time. */
function withoutOuterDots(name: string): string {
  const isOuter = (at: number) => /[\s.]/.test(name.charAt(at));
  let start = 0;
  let end = name.length;
  while (start < end && isOuter(start)) start += 1;
  while (end > start && isOuter(end - 1)) end -= 1;
  return name.slice(start, end);
}

/** The extension of a name in lower case, without its dot; '' for a name without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}
