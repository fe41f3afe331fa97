import {
  type Aggregated,
  type AggregateQuery,
  type AggregateResult,
  type Group,
  type Measures,
  sendAggregate,
} from './aggregate.ts';
import { type BatchItem, type BatchResult, sendBatch } from './batch.ts';
import { createComments, type Comments } from './comments.ts';
import { type LiveEvent, readEvents, recordEventQuery, type RecordEventOptions } from './events.ts';
import { createFiles, type Files } from './files.ts';
import { createHistory, type History } from './history.ts';
import { type ListQuery, type PageQuery, toListBody } from './list-query.ts';
import type {
  CreateOf,
  Fields,
  ListItemOf,
  RecordOf,
  SelectedRecordOf,
  SelectOf,
  UpdateOf,
  Versioned,
  Written,
} from './schema.ts';
import type { RequestOptions, Send, WriteOptions } from './send.ts';
import type { PostTypeSettings } from './settings.ts';
import { createShares, type Shares } from './shares.ts';

/** Options of a create, an update or a batch. */
export interface RecordWriteOptions extends WriteOptions {
  /** Whether nobody is notified. */
  readonly silent?: boolean;
  /** Whether values that the record already has stay. */
  readonly keepExisting?: boolean;
}

/** Options of a create or a batch. */
export interface CreateOptions<F extends Fields> extends RecordWriteOptions {
  /** Fields by which an existing record is updated instead of creating a second one (docs/guides/duplicates.md). */
  readonly checkForDuplicates?: readonly (keyof F & string)[];
}

/** Options of an update. */
export interface UpdateOptions extends RecordWriteOptions {
  /** The `$etag` of the record that was read: after a change by someone else the update is refused with `precondition_failed`. */
  readonly ifMatch?: string | undefined;
}

/** Options of a deletion. */
export interface DeleteOptions extends WriteOptions {
  /** Whether personal contacts of others may be connected to the record, whose number `confirmation_required` has. */
  readonly confirm?: boolean;
}

/** A page of a list without the number of all matches. */
export interface UncountedPage<Item> {
  readonly records: readonly Item[];
  /** The `cursor` of the page that follows; null after the last. */
  readonly nextCursor: string | null;
  /** The `cursor` of the page before; null before the first. */
  readonly previousCursor: string | null;
}

/** A page of a list. */
export interface Page<Item> extends UncountedPage<Item> {
  /** The number of all matches. */
  readonly total: number;
}

/** The records of a post type. */
export interface Records<F extends Fields, PostType extends string = string> {
  /** A page of the records that the caller may view. Without `count`, a list with rare filters is faster. */
  list<Selected extends SelectOf<F> = keyof F>(
    query?: PageQuery<F, Selected> & { readonly count?: true },
  ): Promise<Page<ListItemOf<F, Selected, PostType>>>;
  list<Selected extends SelectOf<F> = keyof F>(
    query: PageQuery<F, Selected> & { readonly count: false },
  ): Promise<UncountedPage<ListItemOf<F, Selected, PostType>>>;
  /** All matching records, read page by page while they are used: `for await (const contact of client.contacts.all())`. */
  all<Selected extends SelectOf<F> = keyof F>(
    query?: ListQuery<F, Selected> & { readonly pageSize?: number },
  ): AsyncGenerator<ListItemOf<F, Selected, PostType>, void, undefined>;
  /** The number of matching records. */
  count(query?: ListQuery<F>): Promise<number>;
  /** Counts, sums, averages, minima and maxima of the matching records, by the values of up to two fields. */
  aggregate<const G extends Group<F> = never, const Measured extends Measures<F> = object>(
    query?: AggregateQuery<F, G, Measured>,
  ): Promise<AggregateResult<Aggregated<F, G, Measured>>>;
  get(id: number, options?: RequestOptions): Promise<Versioned<RecordOf<F, PostType>>>;
  /** Only the fields of `select`, which may be paths, and booleans. */
  get<Selected extends SelectOf<F>>(
    id: number,
    options: RequestOptions & { readonly select: readonly Selected[] },
  ): Promise<Versioned<SelectedRecordOf<F, Selected, PostType>>>;
  create(fields: CreateOf<F>, options?: CreateOptions<F>): Promise<Written<Versioned<RecordOf<F, PostType>>>>;
  update(
    id: number,
    fields: UpdateOf<F>,
    options?: UpdateOptions,
  ): Promise<Written<Versioned<RecordOf<F, PostType>>>>;
  delete(id: number, options?: DeleteOptions): Promise<void>;
  /** Creates and updates up to 1,000 records. The outcome of an item does not affect the others. */
  batch(items: readonly BatchItem<F>[], options?: CreateOptions<F>): Promise<readonly BatchResult[]>;
  /** The changes of records and their comments, as they happen: `for await (const event of client.contacts.events())`. */
  events(options?: RecordEventOptions<F>): AsyncGenerator<LiveEvent, void, undefined>;
  /** The comments of a record. */
  comments(id: number): Comments;
  /** The users with whom a record is shared, and those who follow it. */
  shares(id: number): Shares;
  /** The changes of a record, which can be reverted. */
  history(id: number): History<RecordOf<F, PostType>>;
  /** The files of a record. */
  files(id: number): Files<F>;
  /** Labels, tiles and fields of the post type. */
  settings(options?: RequestOptions): Promise<PostTypeSettings>;
}

/** A written record with the tag of its version; without one if the caller may not view it. */
function tagged<Body>({
  body,
  headers,
}: {
  readonly body: Written<Body>;
  readonly headers: Headers;
}): Written<Versioned<Body>> {
  const etag = headers.get('etag');
  return (etag === null ? body : { ...body, $etag: etag }) as Written<Versioned<Body>>;
}

export function createRecords<F extends Fields, PostType extends string>(
  send: Send,
  postType: PostType,
): Records<F, PostType> {
  type Body = RecordOf<F, PostType>;
  const root = `svc-posts/v2/${encodeURIComponent(postType)}`;

  async function list<Selected extends SelectOf<F>>(
    query: PageQuery<F, Selected> & { readonly count?: boolean } = {},
  ): Promise<Page<ListItemOf<F, Selected, PostType>>> {
    const json = toListBody(query);
    const path = `${root}/list`;
    const { body } = await send<WirePage<F, Selected, PostType>>({
      method: 'POST',
      path,
      json,
      options: query,
    });
    const { posts, next_cursor: nextCursor = null, previous_cursor: previousCursor = null, ...total } = body;
    return { records: posts, nextCursor, previousCursor, ...total };
  }

  async function* all<Selected extends SelectOf<F>>({
    pageSize = 100,
    ...query
  }: ListQuery<F, Selected> & { readonly pageSize?: number } = {}) {
    type Item = ListItemOf<F, Selected, PostType>;
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: UncountedPage<Item> = await list({ ...query, limit: pageSize, cursor, count: false });
      yield* page.records;
      cursor = page.nextCursor;
    }
  }

  async function get(
    id: number,
    options: RequestOptions & { readonly select?: readonly SelectOf<F>[] } = {},
  ): Promise<Versioned<Body>> {
    const query = { fields_to_return: options.select?.join() };
    const { body, headers } = await send<Body>({ method: 'GET', path: `${root}/${id}`, query, options });
    return { ...body, $etag: headers.get('etag') ?? '' };
  }

  return {
    list,
    all,
    async count(query = {}) {
      return (await list({ ...query, limit: 0 })).total;
    },
    aggregate: (query = {}) => sendAggregate(send, `${root}/aggregate`, query),
    get: get as Records<F, PostType>['get'],
    async create(json, options = {}) {
      const query = writeQuery(options);
      return tagged<Body>(
        await send<Written<Body>>({ method: 'POST', path: root, query, json, isWrite: true, options }),
      );
    },
    async update(id, json, options = {}) {
      const headers = { 'If-Match': options.ifMatch };
      const path = `${root}/${id}`;
      const query = writeQuery(options);
      const sending = { method: 'POST', path, query, json, headers, isWrite: true, options } as const;
      return tagged<Body>(await send<Written<Body>>(sending));
    },
    async delete(id, options = {}) {
      const query = { confirm: options.confirm };
      await send({ method: 'DELETE', path: `${root}/${id}`, query, isWrite: true, options });
    },
    batch: (items, options = {}) =>
      sendBatch(send, `${root}/batch`, { items, query: writeQuery(options), options }),
    events: (options = {}) => readEvents(send, recordEventQuery(postType, options), options),
    comments: (id) => createComments(send, `${root}/${id}/comments`),
    shares: (id) => createShares(send, `${root}/${id}`),
    history: (id) => createHistory(send, `${root}/${id}`),
    files: (id) => createFiles(send, `${root}/${id}`),
    async settings(options = {}) {
      return (await send<PostTypeSettings>({ method: 'GET', path: `${root}/settings`, options })).body;
    },
  };
}

interface WirePage<F extends Fields, Selected extends SelectOf<F>, PostType extends string> {
  readonly posts: readonly ListItemOf<F, Selected, PostType>[];
  readonly total: number;
  readonly next_cursor?: string | null;
  readonly previous_cursor?: string | null;
}

/** Options of a write in its query: in the body they would be fields. */
function writeQuery<F extends Fields>({ silent, keepExisting, checkForDuplicates }: CreateOptions<F>) {
  return {
    silent,
    do_not_overwrite_existing_fields: keepExisting,
    check_for_duplicates: checkForDuplicates?.join(),
  };
}
