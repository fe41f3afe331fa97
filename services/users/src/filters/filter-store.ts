import type { Model } from 'mongoose';
import { maxCountedLists, msg } from '@svc/contracts';
import { invalidParam, type CommitCall, type Store, type Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { savedFiltersModel, type SavedFilter, type SavedFilters } from './saved-filters.ts';

/** The key of a user's filters: no access without the user's id. */
export interface FilterPlace {
  readonly userId: number;
  readonly postType: string;
}

/** The saved filters of all users, separated by user. They are private, so changes have no event. */
export class FilterStore {
  readonly #store: Store;
  readonly #model: Model<SavedFilters>;

  constructor(store: Store) {
    this.#store = store;
    this.#model = savedFiltersModel(store.connection);
  }

  /** The filters in the order in which they were first saved. */
  async all(place: FilterPlace): Promise<readonly SavedFilter[]> {
    const saved = await this.#model.findById(keyOf(place)).lean<SavedFilters>();
    return saved?.filters ?? [];
  }

  /** Adds a filter, or replaces the one with its id. @throws ServiceError `rest_invalid_param` when there are too many. */
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

  /** Returns whether the filter existed. */
  async delete(call: CommitCall, place: FilterPlace, id: string): Promise<boolean> {
    return this.#store.commit(call, async () => {
      const saved = await this.#model.findById(keyOf(place)).lean<SavedFilters>();
      const next = saved?.filters.filter((each) => each.id !== id) ?? [];
      if (!saved || next.length === saved.filters.length) return { writes: [], answer: false };
      return { writes: [this.#replacement(saved, next)], answer: true };
    });
  }

  /**
   * Creates the document if it is missing, so that the version check also works for the first two filters of a user
   * saved at once.
   */
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
