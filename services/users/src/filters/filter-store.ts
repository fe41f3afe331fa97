import { maxCountedLists, msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import { Collection, type CommitCall, type Store, type Write } from '@svc/service-kit/store';

export interface SavedFilter {
  readonly id: string;
  /** The filter as JSON without its ID: a string, so that the client's keys are never taken for operators of the database. */
  readonly content: string;
}

/** A user's filters for a post type, in one document so that saving can check their number. */
interface SavedFilters {
  /** `<user id>/<post type>`. */
  readonly _id: string;
  readonly filters: readonly SavedFilter[];
  readonly version: number;
}

/** The key of a user's filters: no access without the user's id. */
interface FilterPlace {
  readonly userId: number;
  readonly postType: string;
}

/** The saved filters of all users, separated by user. They are private, so changes have no event. */
export class FilterStore {
  readonly #store: Store;
  readonly #stored: Collection<SavedFilters>;

  constructor(store: Store) {
    this.#store = store;
    this.#stored = new Collection<SavedFilters>(store, 'saved_filters');
  }

  async all(place: FilterPlace): Promise<readonly SavedFilter[]> {
    const saved = await this.#stored.model.findById(keyOf(place)).lean<SavedFilters>();
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
      const saved = await this.#stored.model.findById(keyOf(place)).lean<SavedFilters>();
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
    return this.#stored.model
      .findByIdAndUpdate(keyOf(place), { $setOnInsert: empty }, { upsert: true, returnDocument: 'after' })
      .lean<SavedFilters>()
      .orFail();
  }

  #replacement({ _id, version }: SavedFilters, filters: readonly SavedFilter[]): Write {
    return this.#stored.replace({ _id, version }, { _id, filters, version: version + 1 });
  }
}

function keyOf({ userId, postType }: FilterPlace): string {
  return `${userId}/${postType}`;
}

function tooMany() {
  return invalidParam({
    filter: msg`the post type has the maximum of ${maxCountedLists} saved filters; delete one first`,
  });
}
