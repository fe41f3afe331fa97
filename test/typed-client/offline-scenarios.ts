import { createClient, isServiceError, type Client } from '@svc/client';
import {
  indexedDbStorage,
  memoryStorage,
  openLocalCopy,
  type LocalCopy,
  type LocalStorage,
} from '@svc/client/offline';

/** Where the scenarios run, and for whom. */
export interface OfflineSetting {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly storage: 'memory' | 'indexedDB';
  /** At least so many; more, up to ten times as many, until what `least` counts has happened. */
  readonly operations: number;
  readonly least?: Readonly<Pick<OfflineReport, 'updates' | 'conflicts' | 'cuts'>>;
  readonly seed: number;
}

/** What a run left at the service, and everything that was wrong with it. */
export interface OfflineReport {
  readonly problems: readonly string[];
  readonly records: number;
  readonly updates: number;
  readonly conflicts: number;
  readonly cuts: number;
}

/** A network that is cut before a request arrives, or before its answer does. */
class Network {
  cuts = 0;
  isWhole = false;
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const chance = this.isWhole ? 1 : this.#random();
    if (chance < 0.12) return this.#cut();
    const response = await fetch(url, init);
    // The answer is lost after the service has carried out the request.
    if (chance < 0.24) return this.#cut();
    return response;
  };

  #cut(): never {
    this.cuts += 1;
    throw new TypeError('connection reset');
  }
}

/** A device: a client over a bad network, and its copy. */
class Device {
  readonly client: Client;
  readonly network: Network;
  readonly #storage: LocalStorage;
  #copy: LocalCopy | undefined;

  constructor({ url, username, password, storage }: OfflineSetting, name: string, random: () => number) {
    this.network = new Network(random);
    this.client = createClient({
      url,
      auth: { username, password },
      fetch: this.network.fetch,
      retries: 0,
    });
    this.#storage = storage === 'memory' ? memoryStorage() : indexedDbStorage(name);
  }

  async copy(): Promise<LocalCopy> {
    this.#copy ??= await openLocalCopy(this.client, { postTypes: ['contacts'], storage: this.#storage });
    return this.#copy;
  }

  /** The device restarts: what is not stored is lost. */
  async restart(): Promise<void> {
    await this.#copy?.close();
    this.#copy = undefined;
  }

  async sync(): Promise<void> {
    const copy = await this.copy();
    await copy.sync().catch((error: unknown) => {
      if (!isServiceError(error, 'connection_failed')) throw error;
    });
  }
}

/** An update that a device has made: its text, and the record as the device named it. */
interface Made {
  readonly device: number;
  readonly id: number;
  readonly text: string;
}

/**
 * Three devices of one user create, change and delete records while their networks are cut at random, decide their conflicts, and restart. At the end
 * all copies must equal the service, and each change must have been made once.
 */
export async function bumpyDay(setting: OfflineSetting): Promise<OfflineReport> {
  const random = randomOf(setting.seed);
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const devices = [0, 1, 2].map((at) => new Device(setting, `device ${setting.seed} ${at}`, random));
  const made: Made[] = [];
  const dropped = new Set<string>();
  const { operations, least = { updates: 0, conflicts: 0, cuts: 0 } } = setting;
  let conflicts = 0;
  const cuts = () => devices.reduce((sum, { network }) => sum + network.cuts, 0);
  const isEventful = () =>
    made.length >= least.updates && conflicts >= least.conflicts && cuts() >= least.cuts;

  async function decide(copy: LocalCopy): Promise<void> {
    for (const { key, state, kind, mine, theirs, problem } of copy.undecided()) {
      if (state === 'refused') throw new Error(`${kind} was refused: ${problem?.code} ${problem?.message}`);
      conflicts += 1;
      const isMine = theirs !== undefined && random() < 0.5;
      if (!isMine) dropped.add(String(mine['nickname']));
      await copy.resolve(key, isMine ? 'mine' : 'theirs');
    }
  }

  const isOver = (done: number) => done >= operations && (isEventful() || done >= operations * 10);
  for (let operation = 1; !isOver(operation - 1); operation += 1) {
    const at = Math.floor(random() * devices.length);
    const device = devices[at] as Device;
    const copy = await device.copy();
    const contacts = copy.records('contacts');
    const chance = random();
    // Few records, so that the devices often change the same one.
    const record = pick(contacts.list({ limit: 8 }));
    if (chance < 0.2 || !record) await contacts.create({ name: `Record ${operation}` });
    else if (chance < 0.65) {
      const text = `change ${operation}`;
      made.push({ device: at, id: record.ID, text });
      await contacts.update(record.ID, { nickname: text });
    } else if (chance < 0.7) await contacts.delete(record.ID);
    else if (chance < 0.75) await device.restart();
    else await device.sync();
    await decide(await device.copy());
  }

  for (const { network } of devices) network.isWhole = true;
  for (let round = 0; round < 20; round += 1)
    for (const device of devices) {
      await device.sync();
      await decide(await device.copy());
    }
  const problems = await problemsOf(devices, made, dropped);
  const [first] = devices;
  const records = (await first?.copy())?.records('contacts').list().length ?? 0;
  for (const device of devices) await device.restart();
  return { problems, records, updates: made.length, conflicts, cuts: cuts() };
}

async function problemsOf(
  devices: readonly Device[],
  made: readonly Made[],
  dropped: ReadonlySet<string>,
): Promise<string[]> {
  const problems: string[] = [];
  const { client } = devices[0] as Device;
  const present = new Map<number, unknown>();
  for await (const item of client.records('contacts').all({ sort: 'name' })) present.set(item.ID, item);
  const names = [...present.values()].map((item) => (item as { name: string }).name);
  for (const name of names.filter((each, at) => names.indexOf(each) !== at)) problems.push(`${name} twice`);

  const changes = new Map<number, string[]>();
  for (const { device, id, text } of made) {
    const copy = await (devices[device] as Device).copy();
    const recordId = copy.records('contacts').get(id)?.ID;
    if (recordId === undefined || dropped.has(text)) continue;
    changes.set(recordId, [...(changes.get(recordId) ?? []), text]);
  }
  for (const [at, device] of devices.entries()) {
    const copy = await device.copy();
    if (copy.waiting().length + copy.undecided().length > 0) problems.push(`device ${at} is not finished`);
    const items = copy.records('contacts').list();
    for (const { $waiting: _waiting, ...item } of items)
      if (canonical(item) !== canonical(present.get(item.ID)))
        problems.push(`device ${at} has ${canonical(item)}, the service ${canonical(present.get(item.ID))}`);
    if (items.length !== present.size) problems.push(`device ${at} has ${items.length} of ${present.size}`);
  }
  for (const id of present.keys()) {
    const { $etag, ['nickname']: nickname } = await client.records('contacts').get(id);
    const texts = changes.get(id) ?? [];
    const version = Number(/^"(\d+)/.exec($etag)?.[1]);
    if (version !== 1 + texts.length)
      problems.push(`${id} has version ${version} after ${texts.length} changes: ${texts.join()}`);
    if (texts.length > 0 && !texts.includes(String(nickname))) problems.push(`${id} is ${String(nickname)}`);
  }
  return problems;
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

/** Numbers from 0 to 1, the same for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
