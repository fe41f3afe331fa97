import { createHash } from 'node:crypto';

/** The Message-ID of a mail: always the same one, by which servers and readers know a mail that came twice. */
export function messageId(mailId: string, sender: string): string {
  const hash = createHash('sha256').update(mailId).digest('hex').slice(0, 32);
  const domain = /@([a-z0-9.-]+)/i.exec(sender)?.[1] ?? 'localhost';
  return `<${hash}@${domain}>`;
}
