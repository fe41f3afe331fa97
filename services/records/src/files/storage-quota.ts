import type { Model, QueryFilter } from 'mongoose';
import { msg, ServiceError, type Message } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { FileDocument } from '../store/file-model.ts';
import type { UploadDocument } from '../store/upload-models.ts';

/** How many bytes files may take, with their thumbnails. */
interface QuotaLimits {
  readonly ofRecord: number;
  readonly ofAll: number;
}

interface QuotaDeps {
  readonly files: Model<FileDocument>;
  readonly uploads: Model<UploadDocument>;
}

/** How long the bytes of all files are not summed again, in milliseconds; those of this process are added meanwhile. */
const sumMs = 60_000;
const megabyte = 1024 * 1024;

const sizes = ['full', 'thumb', 'large'].map((variant) => ({ $ifNull: [`$objects.${variant}.size`, 0] }));

/** The limits on the bytes of files: of a record, and of the installation. Files that are not removed yet count for the latter. */
export class StorageQuota {
  readonly #deps: QuotaDeps;
  readonly #limits: QuotaLimits;
  #all = { bytes: 0, sumUntil: 0 };

  constructor(deps: QuotaDeps, limits: QuotaLimits) {
    this.#deps = deps;
    this.#limits = limits;
  }

  /**
   * Refuses an upload for which there is no room, before its files are read. Pieces of other uploads take space too.
   * @throws ServiceError `storage_full`
   */
  async refuseIfFull({ deadline }: Pick<Call, 'deadline'>, recordId: number): Promise<void> {
    const { maxTimeMS } = deadline;
    const [pieces] = await this.#deps.uploads
      .aggregate<{ bytes: number }>([{ $group: { _id: null, bytes: { $sum: '$bytes' } } }])
      .option({ maxTimeMS });
    const problem = await this.problemOf(
      { deadline },
      { recordId, added: 0, more: 1, pieces: pieces?.bytes },
    );
    if (problem) throw new ServiceError('storage_full', problem);
  }

  /** @throws ServiceError `storage_full` for an upload that has sent more bytes than a record may have. */
  refuseUpload(bytes: number): void {
    if (bytes > this.#limits.ofRecord) throw new ServiceError('storage_full', this.#recordProblem());
  }

  /**
   * Why the files of a record take too much with `added` bytes that are stored already, so that no concurrent upload is missed, and
   * `more` bytes to come; undefined when they do not.
   */
  async problemOf(
    { deadline }: Pick<Call, 'deadline'>,
    {
      recordId,
      added,
      more = 0,
      pieces = 0,
    }: { recordId: number; added: number; more?: number; pieces?: number | undefined },
  ): Promise<Message | undefined> {
    const kept = await this.#sum({ recordId, state: { $ne: 'dropped' } }, deadline.maxTimeMS);
    if (kept + more > this.#limits.ofRecord) return this.#recordProblem();
    const all = await this.#sumOfAll(added, deadline.maxTimeMS);
    if (all + more + pieces <= this.#limits.ofAll) return undefined;
    return 'The files of this installation take all of the space for files that its operator permits.';
  }

  #recordProblem(): Message {
    const megabytes = Math.round((this.#limits.ofRecord / megabyte) * 100) / 100;
    return msg`The files of a record may take ${megabytes} MB at most.`;
  }

  async #sumOfAll(added: number, maxTimeMS: number): Promise<number> {
    if (Date.now() < this.#all.sumUntil) this.#all.bytes += added;
    else this.#all = { bytes: await this.#sum({}, maxTimeMS), sumUntil: Date.now() + sumMs };
    return this.#all.bytes;
  }

  async #sum(filter: QueryFilter<FileDocument>, maxTimeMS: number): Promise<number> {
    const [sum] = await this.#deps.files
      .aggregate<{ bytes: number }>([
        { $match: filter },
        { $group: { _id: null, bytes: { $sum: { $add: sizes } } } },
      ])
      .option({ maxTimeMS });
    return sum?.bytes ?? 0;
  }
}
