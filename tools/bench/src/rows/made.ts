import type { Report } from '@svc/local-stack';
import type { RowOverHttp } from './row.ts';

const inParallel = 8;

/** What the rows have made in the service, by the paths under which it can be deleted. */
export class Made {
  readonly #paths: string[] = [];

  /** What to do with the answers of a row; undefined for rows that make nothing. */
  noteFor({ makes }: RowOverHttp): ((body: string) => void) | undefined {
    if (makes === 'contacts')
      return (body) => this.#note(/"ID":"?(\d+)/.exec(body), ([, id]) => `contacts/${id}`);
    if (makes === 'comments') return (body) => this.#noteComment(body);
    return undefined;
  }

  /** Deletes it all through the API; the next run finds what this one has found. */
  async remove(postsUrl: string, token: string, report: Report): Promise<void> {
    if (this.#paths.length === 0) return;
    report(`Removing ${this.#paths.length} contacts and comments that were made …`);
    const headers = { authorization: `Bearer ${token}` };
    const worker = async () => {
      for (let path = this.#paths.pop(); path; path = this.#paths.pop()) {
        await fetch(`${postsUrl}/${path}`, { method: 'DELETE', headers });
      }
    };
    await Promise.all(Array.from({ length: inParallel }, worker));
  }

  #noteComment(body: string): void {
    const record = /"comment_post_ID":"?(\d+)/.exec(body)?.[1];
    this.#note(/"comment_ID":"?(\d+)/.exec(body), ([, id]) => `contacts/${record}/comments/${id}`);
  }

  #note(found: RegExpExecArray | null, path: (found: RegExpExecArray) => string): void {
    if (found) this.#paths.push(path(found));
  }
}
