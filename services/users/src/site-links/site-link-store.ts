import { msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';
import {
  type Commit,
  type CommitCall,
  type EventDraft,
  IdSequence,
  Collection,
  type Store,
  type Write,
} from '@svc/service-kit/store';
import type { AuditLog } from '../audit/audit-log.ts';
import type { NewLink } from './check-new-link.ts';
import type { LinkVault } from './link-vault.ts';
import type { SiteLink } from './site-link.ts';

interface ChangedLink<Answer> {
  readonly answer: Answer;
  /** False for a repeated request: the change was made by an earlier one, with another token. */
  readonly isDone: boolean;
}

/** The answer about a link. It is stored for repeated requests, so it never contains the token. */
type AnswerOf<Answer> = (link: SiteLink) => Answer;

/** A counter of changes to site links; instances compare it to decide whether their table of bearers is stale. */
interface LinksRevision {
  readonly _id: string;
  readonly revision: number;
}

const revisionId = 'site links';

export class SiteLinkStore {
  readonly #store: Store;
  readonly #vault: LinkVault;
  readonly #links: Collection<SiteLink>;
  readonly #revisions: Collection<LinksRevision>;
  readonly #ids: IdSequence;
  readonly #audit: AuditLog;

  constructor(store: Store, vault: LinkVault, audit: AuditLog) {
    this.#audit = audit;
    this.#store = store;
    this.#vault = vault;
    this.#links = new Collection<SiteLink>(store, 'site_links', [{ fingerprint: 1 }, { unique: true }]);
    this.#revisions = new Collection<LinksRevision>(store, 'site_links_revision');
    this.#ids = new IdSequence(store.connection, 'site_links', 1);
  }

  async prepare(): Promise<void> {
    await this.#revisions.model.updateOne(
      { _id: revisionId },
      { $setOnInsert: { revision: 0 } },
      { upsert: true },
    );
  }

  /** The number of changes to the links so far. */
  async revision(): Promise<number> {
    return (await this.#revisions.model.findById(revisionId).lean<LinksRevision>())?.revision ?? 0;
  }

  async all(): Promise<SiteLink[]> {
    return this.#links.model.find().sort({ _id: 1 }).lean<SiteLink[]>();
  }

  async byId(id: number): Promise<SiteLink | null> {
    return this.#links.model.findById(id).lean<SiteLink>();
  }

  /** @throws ServiceError `rest_invalid_param` when another link accepts the same bearers. */
  async create<Answer>(
    call: CommitCall,
    { link: given, token }: { link: NewLink; token: string },
    answerOf: AnswerOf<Answer>,
  ): Promise<ChangedLink<Answer>> {
    const id = await this.#ids.next();
    const now = new Date();
    const { userId, displayName } = call.actor;
    const link: SiteLink = {
      _id: id,
      ...given,
      ...this.#secretOf({ ...given, _id: id }, token),
      createdBy: { userId, displayName },
      createdAt: now,
      tokenSince: now,
      version: 1,
    };
    return this.#change(call, async () => {
      await this.#refuseTwin(link);
      return {
        writes: [this.#links.insert(link), this.#audited(call, 'created', link)],
        events: [siteLinkEvent('created', link, [])],
        answer: answerOf(link),
      };
    });
  }

  /** @throws ServiceError `rest_invalid_param` when the link does not exist, or another one accepts the same bearers. */
  async rotate<Answer>(
    call: CommitCall,
    { id, token }: { id: number; token: string },
    answerOf: AnswerOf<Answer>,
  ): Promise<ChangedLink<Answer>> {
    return this.#change(call, async () => {
      const link = await this.#existing(id);
      const secret = this.#secretOf(link, token);
      const next = { ...link, ...secret, tokenSince: new Date(), version: link.version + 1 };
      await this.#refuseTwin(next);
      return {
        writes: [this.#links.replace({ _id: id }, next), this.#audited(call, 'rotated', next)],
        events: [siteLinkEvent('updated', next, ['token'])],
        answer: answerOf(next),
      };
    });
  }

  /** @throws ServiceError `rest_invalid_param` when there is no such link. */
  async delete(call: CommitCall, id: number): Promise<true> {
    const { answer } = await this.#change(call, async () => {
      const link = await this.#existing(id);
      return {
        writes: [this.#links.delete({ _id: id }), this.#audited(call, 'deleted', link)],
        events: [siteLinkEvent('deleted', { ...link, version: link.version + 1 }, [])],
        answer: true as const,
      };
    });
    return answer;
  }

  /** Serializes changes: each has to increase the revision that it has read. */
  async #change<Answer>(
    call: CommitCall,
    build: () => Promise<Commit<Answer>>,
  ): Promise<ChangedLink<Answer>> {
    let isDone = false;
    const answer = await this.#store.commit(
      call,
      async () => {
        const revision = await this.revision();
        const commit = await build();
        const step = this.#revisions.update({ _id: revisionId, revision }, { $inc: { revision: 1 } });
        return { ...commit, writes: [step, ...commit.writes] };
      },
      () => {
        isDone = true;
      },
    );
    return { answer, isDone };
  }

  #audited(call: CommitCall, verb: 'created' | 'rotated' | 'deleted', link: SiteLink): Write {
    const { _id: id, type, site1, site2 } = link;
    const values = { type, site1, site2 };
    const changed = verb === 'deleted' ? { before: values } : { after: values };
    return this.#audit.write(call, { action: `site_link.${verb}`, subject: `site_links/${id}`, ...changed });
  }

  #secretOf(link: Pick<SiteLink, '_id' | 'site1' | 'site2' | 'apiKey'>, token: string) {
    const { _id: id, site1, site2, apiKey } = link;
    const fingerprint = this.#vault.fingerprint({ token, site1, site2, apiKey });
    return { token: this.#vault.seal(token, id), fingerprint };
  }

  async #existing(id: number): Promise<SiteLink> {
    const link = await this.byId(id);
    if (!link) throw invalidParam({ id: msg`no site link has the id ${id}` });
    return link;
  }

  async #refuseTwin({ _id, fingerprint }: SiteLink): Promise<void> {
    const twin = await this.#links.model.findOne({ fingerprint, _id: { $ne: _id } }).lean<SiteLink>();
    if (twin)
      throw invalidParam({
        token: msg`site link ${twin._id} already has this token; omit the token to get a new one`,
      });
  }
}

/** The event of a change to a site link, with the names of what changed but never a token. */
function siteLinkEvent(
  verb: EventDraft['verb'],
  { _id: id, version, label, site1, site2, type }: SiteLink,
  changed: readonly string[],
): EventDraft {
  const data = { site_link: { id, version, label, site1, site2, type }, changed };
  return { entity: 'site_link', verb, subject: `site_links/${id}`, data, withoutValues: () => data };
}
