import { locale } from '../text/t.ts';

/** A number of bytes as a person reads it; empty if it is unknown. */
export function sizeText(bytes: number | undefined): string {
  if (bytes === undefined) return '';
  const megabytes = bytes / 1_000_000;
  return `${megabytes.toLocaleString(locale(), { maximumFractionDigits: megabytes < 10 ? 1 : 0 })} MB`;
}
