import { Choices } from '@svc/demo/choices';
import { uniqueWord, type TestUser } from '../../support/world.ts';
import { contacts as path } from '../client-at-work.ts';
import type { Ledger, StormContact, WriteKind } from './ledger.ts';
import { PatientClient, type Gateways } from './patient-client.ts';

/** The users of a storm besides the writers: one is mentioned, the other sees contacts as long as they are shared. */
export interface Others {
  readonly mentioned: TestUser;
  readonly guest: TestUser;
}

/** How often a writer does what. */
const weights = {
  create: 20,
  update: 25,
  comment: 12,
  mention: 8,
  connect: 12,
  disconnect: 6,
  share: 8,
  unshare: 6,
  delete: 3,
} satisfies Record<WriteKind, number>;

/** The number of contacts that a writer changes; older ones stay as they are. */
const atWork = 12;

interface WriterOptions {
  readonly gateways: Gateways;
  readonly user: TestUser;
  readonly others: Others;
  readonly ledger: Ledger;
  readonly seed: number;
  /** Resolves when the next write may begin. Default: at once. */
  readonly turn?: () => Promise<void>;
}

/** Writes to contacts of its own, one write after the other, until it is stopped. */
export class Writer {
  readonly #options: WriterOptions;
  readonly #choices: Choices;
  readonly #client: PatientClient;
  readonly #guest: PatientClient;
  readonly #own: StormContact[] = [];
  #values = 0;

  constructor(options: WriterOptions) {
    const { gateways, user, others, ledger, seed } = options;
    this.#options = options;
    this.#choices = new Choices(seed);
    this.#client = new PatientClient(gateways, user.token, ledger);
    this.#guest = new PatientClient(gateways, others.guest.token, ledger);
  }

  /** Resolves once `goesOn` is false and the last write is acknowledged. A broken promise ends the work. */
  async work(goesOn: () => boolean): Promise<void> {
    try {
      while (goesOn()) {
        await this.#options.turn?.();
        if (goesOn()) await this.#step();
      }
    } catch (error) {
      this.#options.ledger.break(`a writer: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #step(): Promise<void> {
    const alive = this.#own.filter(({ isDeleted }) => !isDeleted).slice(-atWork);
    const kind = alive.length < 3 ? 'create' : this.#choices.weighted(weights);
    if (kind === 'create') return this.#create(alive);
    const contact = this.#choices.one(alive);
    await this.#change(kind, contact, alive);
  }

  #change(kind: Exclude<WriteKind, 'create'>, contact: StormContact, alive: readonly StormContact[]) {
    const changes = {
      update: () => this.#update(contact),
      comment: () => this.#comment(contact, 'comment'),
      mention: () => this.#comment(contact, 'mention'),
      connect: () => this.#connect(contact, alive),
      disconnect: () => this.#disconnect(contact),
      share: () => this.#share(contact),
      unshare: () => this.#unshare(contact),
      delete: () => this.#delete(contact),
    } satisfies Record<typeof kind, () => Promise<void>>;
    return changes[kind]();
  }

  /** A creation in three services: the contact, a connection at both ends, and a comment. */
  async #create(alive: readonly StormContact[]): Promise<void> {
    const name = uniqueWord();
    const note = `Note of ${name}`;
    const others = this.#choices.several(alive, 1);
    const relation = { values: others.map(({ id }) => ({ value: id })) };
    const json = { name, notes: [note], ...(others.length > 0 && { relation }) };
    const body = await this.#client.write('create', (http, headers) => http.post(path, { json, headers }));
    const { ID: id } = body as { ID: number };
    const contact: StormContact = {
      id,
      name,
      writer: this.#options.user.token,
      nicknames: [],
      comments: [note],
      mentions: [],
      connected: new Set(),
      shares: { added: 0, removed: 0 },
      isShared: false,
      isDeleted: false,
    };
    for (const other of others) join(contact, other);
    this.#own.push(contact);
    this.#options.ledger.contacts.push(contact);
  }

  async #update(contact: StormContact): Promise<void> {
    const nickname = `value ${(this.#values += 1)} of ${contact.name}`;
    await this.#post('update', contact, { nickname });
    contact.nicknames.push(nickname);
    const answer = await this.#client.read<{ nickname?: string }>(`${path}/${contact.id}`);
    if (!answer) return;
    this.#options.ledger.reads += 1;
    if (answer.body.nickname !== nickname)
      this.#options.ledger.break(`${contact.id} shows ${answer.text.slice(0, 300)} after ${nickname}`);
  }

  async #comment(contact: StormContact, kind: 'comment' | 'mention'): Promise<void> {
    const { id } = this.#options.others.mentioned;
    const about = `word ${uniqueWord()}`;
    const comment = kind === 'mention' ? `@[Mike](${id}) ${about}` : about;
    await this.#client.write(kind, (http, headers) =>
      http.post(`${path}/${contact.id}/comments`, { json: { comment }, headers }),
    );
    contact.comments.push(comment);
    if (kind === 'mention') contact.mentions.push(about);
  }

  async #connect(contact: StormContact, alive: readonly StormContact[]): Promise<void> {
    const free = alive.filter(({ id }) => id !== contact.id && !contact.connected.has(id));
    const [other] = this.#choices.several(free, 1);
    if (!other) return;
    await this.#post('connect', contact, { relation: { values: [{ value: other.id }] } });
    join(contact, other);
  }

  async #disconnect(contact: StormContact): Promise<void> {
    const [id] = this.#choices.several([...contact.connected], 1);
    if (id === undefined) return;
    await this.#post('disconnect', contact, { relation: { values: [{ value: id, delete: true }] } });
    contact.connected.delete(id);
    this.#own.find((each) => each.id === id)?.connected.delete(contact.id);
  }

  async #share(contact: StormContact): Promise<void> {
    if (contact.isShared) return;
    const json = { user_id: this.#options.others.guest.id };
    await this.#client.write('share', (http, headers) =>
      http.post(`${path}/${contact.id}/shares`, { json, headers }),
    );
    contact.isShared = true;
    contact.shares.added += 1;
  }

  /** Removes the share; from then on the guest must not read the contact. */
  async #unshare(contact: StormContact): Promise<void> {
    if (!contact.isShared) return;
    const json = { user_id: this.#options.others.guest.id };
    await this.#client.write('unshare', (http, headers) =>
      http.delete(`${path}/${contact.id}/shares`, { json, headers }),
    );
    contact.isShared = false;
    contact.shares.removed += 1;
    const answer = await this.#guest.read(`${path}/${contact.id}`);
    if (!answer) return;
    this.#options.ledger.reads += 1;
    if (answer.status !== 403)
      this.#options.ledger.break(`the guest reads ${contact.id} after the end of the share`);
  }

  async #delete(contact: StormContact): Promise<void> {
    // A deletion shows to others before it is acknowledged, and is repeated until it is.
    contact.isDeleted = true;
    await this.#client.write('delete', (http, headers) => http.delete(`${path}/${contact.id}`, { headers }));
    for (const other of this.#own) other.connected.delete(contact.id);
  }

  #post(kind: WriteKind, { id }: StormContact, json: object): Promise<unknown> {
    return this.#client.write(kind, (http, headers) => http.post(`${path}/${id}`, { json, headers }));
  }
}

function join(one: StormContact, other: StormContact): void {
  one.connected.add(other.id);
  other.connected.add(one.id);
}
