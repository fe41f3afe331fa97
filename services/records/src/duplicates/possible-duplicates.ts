import { searchSimilarNames, ServiceError } from '@svc/contracts';
import { AnswerWith, Deadline, type Call } from '@svc/service-kit';
import { grantsOf } from '../access/grants-of.ts';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { duplicateFieldsOf } from './duplicate-fields.ts';
import { findLikelyDuplicates, type LikelyDuplicate, type DuplicateQuery } from './find-likely-duplicates.ts';

type Deps = Pick<DuplicateDeps, 'records' | 'hooks' | 'duplicateFields'>;
type AskCall = Pick<Call, 'actor' | 'deadline' | 'ask' | 'log'>;

const reservation = 'The search is not available; possible duplicates with similar names may be missing.';

/** Finds possible duplicates of records, and notes whether the search service has answered. */
export class PossibleDuplicates {
  readonly #call: AskCall;
  readonly #deps: Deps;
  #isComplete = true;

  constructor(call: AskCall, deps: Deps) {
    this.#call = call;
    this.#deps = deps;
  }

  async of(wanted: DuplicateQuery): Promise<LikelyDuplicate[]> {
    const similar = await this.#similarNames(wanted);
    return findLikelyDuplicates(this.#call, this.#deps, { ...wanted, similar });
  }

  /** Adds a warning to an answer that may lack some duplicates. */
  answer<Output>(output: Output): Output | AnswerWith<Output> {
    return this.#isComplete ? output : new AnswerWith({ warning: reservation }, output);
  }

  async #similarNames({ postType, record }: DuplicateQuery): Promise<readonly number[]> {
    const fields = await duplicateFieldsOf(postType, this.#deps, this.#call.deadline);
    if (!fields.includes('name')) return [];
    const grants = [...grantsOf(this.#call.actor, 'list', postType)];
    const asked = { post_type: postType.key, name: record.name, except: record._id, grants };
    const sooner = Deadline.after(Math.floor(this.#call.deadline.remaining / 2));
    try {
      return (await this.#call.ask(searchSimilarNames, asked, sooner)).ids;
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'service_unavailable') throw error;
      this.#call.log.warn(
        { err: error },
        'searched for duplicates without similar names: the search service did not answer',
      );
      this.#isComplete = false;
      return [];
    }
  }
}
