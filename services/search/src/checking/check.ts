import { setTimeout as delay } from 'node:timers/promises';
import type { JobRun } from '@svc/service-kit/store';
import { prepareIndexes, removeStaleIndexes } from '../engine/manage-indexes.ts';
import type { SearchEngine } from '../engine/search-engine.ts';
import { allCarriedOut } from '../engine/task-outcomes.ts';
import { pages, type Page } from '../projection/pages.ts';
import type { CheckProgress, Counts, Found } from './check-progress.ts';
import {
  commentSubject,
  recordSubject,
  type FoundEntry,
  type Subject,
  type SubjectDeps,
} from './subjects.ts';

const pageSize = 1_000;
const samples = 20;
const sampleSize = 100;
/** Maximum number of suspects checked again at once. */
const maxSuspects = 500;
/** Entries per request. */
const batchSize = 2_000;
/** Maximum entries of a filter; usually there are a page of them, and the next check handles the rest. */
const maxEntries = 20_000;

interface CheckDeps extends SubjectDeps {
  readonly engine: SearchEngine;
  /** The current rebuild, whose indexes are not removed. */
  readonly rebuildWithIndexes: () => Promise<string | undefined>;
  /** Milliseconds before suspects are checked again, because a change may just be on its way to the index. */
  readonly secondLookMs: number;
}

type Run = JobRun<CheckProgress>;

/** Compares the index with its sources, and repairs missing, stale and left-over entries. Continues after an interruption. */
export async function check(run: Run, deps: CheckDeps): Promise<void> {
  if (run.progress.state === 'records') {
    await removeStaleIndexes(deps.engine, deps.rebuildWithIndexes);
    await prepareIndexes(deps.engine);
    await compare(run, recordSubject(deps), deps);
    await run.save({ state: 'comments' });
  }
  await compare(run, commentSubject(deps), deps);
}

/** Compares counts and samples; compares everything if these differ, or if the check is thorough. */
async function compare<Document extends { readonly id: number }>(
  run: Run,
  subject: Subject<Document>,
  { engine, secondLookMs }: CheckDeps,
): Promise<void> {
  const comparison = new Comparison(run, subject, { engine, secondLookMs });
  if (run.progress[subject.name].after === undefined) {
    const isEqual = await comparison.count();
    if (isEqual && !run.progress.isThorough && (await comparison.samplesAreRight())) return;
    await comparison.note({ after: 0, compared: 0 });
  }
  await comparison.everything();
}

class Comparison<Document extends { readonly id: number }> {
  readonly #run: Run;
  readonly #subject: Subject<Document>;
  readonly #engine: SearchEngine;
  readonly #index;
  readonly #secondLookMs: number;
  #suspects: number[] = [];

  constructor(
    run: Run,
    subject: Subject<Document>,
    { engine, secondLookMs }: Pick<CheckDeps, 'engine' | 'secondLookMs'>,
  ) {
    this.#run = run;
    this.#subject = subject;
    this.#engine = engine;
    this.#index = engine.client.index<FoundEntry>(engine.indexUid(subject.name));
    this.#secondLookMs = secondLookMs;
  }

  get #found(): Found {
    return this.#run.progress[this.#subject.name];
  }

  /** Updates the stored result. */
  async note(found: Partial<Found>): Promise<void> {
    await this.#run.save({ [this.#subject.name]: { ...this.#found, ...found } });
  }

  /** Counts documents and entries; returns whether the numbers by post type are equal. */
  async count(): Promise<boolean> {
    const atSource = await this.#subject.counts();
    const { facetDistribution } = await this.#index.search('', { facets: ['post_type'], limit: 0 });
    const inIndex = facetDistribution?.['post_type'] ?? {};
    await this.note({ atSource, inIndex });
    return isEqual(atSource, inIndex);
  }

  /** Compares pages from random positions; returns whether all match. */
  async samplesAreRight(): Promise<boolean> {
    const highest = await this.#subject.highest();
    for (let sample = 0; sample < samples; sample += 1) {
      const after = Math.floor(Math.random() * highest);
      const documents = await this.#subject.after(after, sampleSize);
      const last = documents.at(-1)?.id;
      if (last !== undefined) await this.#compare({ after, last, documents });
    }
    return (await this.#repair()) === 0;
  }

  /** Compares all documents and entries, page by page. */
  async everything(): Promise<void> {
    const { after = 0 } = this.#found;
    const read = (id: number) => this.#subject.after(id, pageSize);
    for await (const page of pages(read, after)) {
      await this.#compare(page);
      if (this.#suspects.length >= maxSuspects || page.last === Infinity) await this.#repair();
      // The position is only stored without suspects: up to it everything is known to match.
      if (this.#suspects.length === 0) await this.note({ after: page.documents.at(-1)?.id ?? page.after });
    }
  }

  async #compare({ after, last, documents }: Page<Document>): Promise<void> {
    const filter = last === Infinity ? `id > ${after}` : `id > ${after} AND id <= ${last}`;
    this.#suspects.push(...(await this.#differences(documents, filter)).wrong);
    await this.note({ compared: this.#found.compared + documents.length });
  }

  /**
   * Checks the suspects again when the engine has processed what was on its way to the index, repairs those still wrong and returns their
   * number.
   */
  async #repair(): Promise<number> {
    const suspects = this.#suspects;
    if (suspects.length === 0) return 0;
    const { stopping } = this.#run;
    await delay(this.#secondLookMs, undefined, { signal: stopping });
    await allCarriedOut(this.#engine, this.#index.uid, stopping);
    const documents = await this.#subject.byIds(suspects);
    const { wrong, expected, indexed } = await this.#differences(documents, `id IN [${suspects.join()}]`);
    const missing = wrong.filter((id) => !indexed.has(id)).length;
    const leftOver = wrong.filter((id) => !expected.has(id)).length;
    if (wrong.length > 0) await this.#subject.repair(wrong);
    this.#suspects = [];
    await this.note({
      missing: this.#found.missing + missing,
      leftOver: this.#found.leftOver + leftOver,
      stale: this.#found.stale + wrong.length - missing - leftOver,
    });
    return wrong.length;
  }

  /** Compares documents with the entries that a filter selects; returns the ids that differ, and both summaries by id. */
  async #differences(documents: readonly Document[], filter: string) {
    const entries = await this.#entries(filter);
    const expected = await this.#subject.expected(documents);
    const indexed = new Map(entries.map((entry) => [entry.id, this.#subject.summaryOf(entry)]));
    const ids = new Set([...expected.keys(), ...indexed.keys()]);
    const wrong = [...ids].filter((id) => expected.get(id) !== indexed.get(id));
    return { wrong, expected, indexed };
  }

  /** The entries that a filter selects, with the keys to compare. */
  async #entries(filter: string): Promise<FoundEntry[]> {
    const query = { filter, fields: ['id', ...this.#subject.keys], limit: batchSize };
    const found: FoundEntry[] = [];
    for (;;) {
      const { results } = await this.#index.getDocuments({ ...query, offset: found.length });
      found.push(...results);
      if (results.length < batchSize || found.length >= maxEntries) return found;
    }
  }
}

function isEqual(one: Counts, other: Counts): boolean {
  return Object.keys({ ...one, ...other }).every((type) => (one[type] ?? 0) === (other[type] ?? 0));
}
