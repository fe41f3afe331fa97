import type { FormerField } from '@svc/contracts';
import { Deadline, type Logger } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { formerFields, warningOf } from './former-fields.ts';

/** Milliseconds for which the fields that were found are shown again: readiness is checked often. */
const findEveryMs = 60_000;
const timeoutMs = { start: 60_000, check: 1_000 };

/** Reports fields with values of a former type in the log, in `/readyz` and to the admin tool. */
export class FormerFieldsCheck {
  readonly #deps: ReadDeps;
  #found: { readonly at: number; readonly fields: readonly FormerField[] } | undefined;

  constructor(deps: ReadDeps) {
    this.#deps = deps;
  }

  /** Logs each field. */
  async report(log: Logger): Promise<void> {
    for (const {
      first_ids: firstIds,
      post_type: postType,
      private_values: privateValues,
      ...field
    } of await this.#fields(timeoutMs.start))
      log.warn(
        { ...field, postType, firstIds, privateValues },
        'a field has values of its former type, which are not shown',
      );
  }

  /** The warning for operators, if there is one. The check of the database reports when it does not answer. */
  async check(): Promise<string | undefined> {
    return warningOf(await this.#fields(timeoutMs.check).catch(() => this.#found?.fields ?? []));
  }

  async #fields(withinMs: number): Promise<readonly FormerField[]> {
    const at = performance.now();
    if (!this.#found || at - this.#found.at >= findEveryMs)
      this.#found = { at, fields: await formerFields(this.#deps, Deadline.after(withinMs)) };
    return this.#found.fields;
  }
}
