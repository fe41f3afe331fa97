import type { Model } from 'mongoose';
import { maxCountedLists, msg } from '@svc/contracts';
import { invalidParam, type CommitCall, type Store, type Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { savedFiltersModel, type SavedFilter, type SavedFilters } from './saved-filters.ts';

/** Whose filters: there is no way to any without naming the user. */
export interface FilterPlace {
  readonly userId: number;
  readonly postType: string;
}

/** The saved filters of all users, each user's out of reach of all others. Nobody is told of a change: they are private. */
export class FilterStore {
  readonly #store: Store;
  readonly #model: Model<SavedFilters>;

  constructor(store: Store) {
    this.#store = store;
    this.#model = savedFiltersModel(store.connection);
  }

  /** In the order in which they were first saved. */
  async all(place: FilterPlace): Promise<readonly SavedFilter[]> {
    const saved = await this.#model.findById(keyOf(place)).lean<SavedFilters>();
    return saved?.filters ?? [];
  }

  /**
   * Adds a filter, or puts it in the place of the one with its id.
   * @throws ServiceError `rest_invalid_param` when there are too many.
   */
  async save(call: CommitCall, place: FilterPlace, filter: SavedFilter): Promise<true> {
    return this.#store.commit(call, async () => {
      const saved = await this.#made(place);
      const isKnown = saved.filters.some(({ id }) => id === filter.id);
      if (!isKnown && saved.filters.length >= maxCountedLists) throw tooMany();
      const next = isKnown
        ? saved.filters.map((each) => (each.id === filter.id ? filter : each))
        : [...saved.filters, filter];
      return { writes: [this.#replacement(saved, next)], answer: true };
    });
  }

  /** Whether there was one. */
  async delete(call: CommitCall, place: FilterPlace, id: string): Promise<boolean> {
    return this.#store.commit(call, async () => {
      const saved = await this.#model.findById(keyOf(place)).lean<SavedFilters>();
      const next = saved?.filters.filter((each) => each.id !== id) ?? [];
      if (!saved || next.length === saved.filters.length) return { writes: [], answer: false };
      return { writes: [this.#replacement(saved, next)], answer: true };
    });
  }

  /** There has to be a document, so that of two first filters none takes the other's place. */
  async #made(place: FilterPlace): Promise<SavedFilters> {
    const empty = { filters: [], version: 0 };
    return this.#model
      .findByIdAndUpdate(keyOf(place), { $setOnInsert: empty }, { upsert: true, returnDocument: 'after' })
      .lean<SavedFilters>()
      .orFail();
  }

  #replacement({ _id, version }: SavedFilters, filters: readonly SavedFilter[]): Write {
    return {
      model: {
        name: 'replaceOne',
        namespace: this.#store.namespace(this.#model),
        filter: asDocument({ _id, version }),
        replacement: { _id, filters, version: version + 1 },
      },
      mustMatch: true,
    };
  }
}

function keyOf({ userId, postType }: FilterPlace): string {
  return `${userId}/${postType}`;
}

function tooMany() {
  return invalidParam({
    filter: msg`at most ${maxCountedLists} filters can be saved for a post type; delete one first`,
  });
}
