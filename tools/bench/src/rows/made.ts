import type { Report } from '@svc/local-stack';
import { sideBySide } from '@svc/service-kit';
import type { RequestKind } from './row.ts';

const inParallel = 8;

export class Made {
  readonly #paths: string[] = [];

  /** Stores the paths of what a request has created, from the body of its answer. */
  note({ makes, items }: Pick<RequestKind, 'makes' | 'items'>, body: string): void {
    if (items) this.#paths.push(...[...body.matchAll(/"ID":(\d+)/g)].map(([, id]) => `${makes}/${id}`));
    else if (makes === 'contacts') this.#add(/"ID":"?(\d+)/.exec(body), ([, id]) => `contacts/${id}`);
    if (makes === 'comments') {
      const record = /"comment_post_ID":"?(\d+)/.exec(body)?.[1];
      this.#add(/"comment_ID":"?(\d+)/.exec(body), ([, id]) => `contacts/${record}/comments/${id}`);
    }
  }

  /** Deletes everything through the API, so that the next run finds the same data. */
  async remove(postsUrl: string, token: string, report: Report): Promise<void> {
    if (this.#paths.length === 0) return;
    report(`Removing ${this.#paths.length} created contacts and comments …`);
    const headers = { authorization: `Bearer ${token}` };
    await sideBySide(this.#paths.toReversed(), inParallel, (path) =>
      fetch(`${postsUrl}/${path}`, { method: 'DELETE', headers }),
    );
  }

  #add(found: RegExpExecArray | null, path: (found: RegExpExecArray) => string): void {
    if (found) this.#paths.push(path(found));
  }
}
