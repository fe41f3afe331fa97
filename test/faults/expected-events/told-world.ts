import { join } from 'node:path';
import type { JetStreamManager } from 'nats';
import { publisherOf, type ServiceName } from '@svc/contracts';
import { keyringFile, loadKeyring, signMessage, type Keyring } from '@svc/service-kit';
import { api, type Api } from '../../support/http.ts';
import { createLink, overHttps, transferTokenOf } from '../../support/site-link.ts';
import { openWorld, type TestUser, type World } from '../../support/world.ts';
import type { Doer } from './changes.ts';
import type { Cast, Seen } from './foretelling.ts';

const stream = 'SVC_EVENTS';
const durable = 'users-notifications';
const views = 'SVC_VIEWS';

/** What notifications are made of and read by. */
const republished = /^svc\.(events\.(record|comment|share)\.|views$)/;

/** A world with two users, a site link and an onlooker, and a hand on what makes the notifications. */
export class NotificationWorld {
  readonly world: World;
  readonly users: Readonly<Record<'mona' | 'dora', TestUser>>;
  readonly doors: Readonly<Record<Doer, Api>>;
  /** Of an administrator, who takes no part. */
  readonly onlooker: Api;
  readonly cast: Cast;
  readonly #manager: JetStreamManager;

  private constructor(
    parts: Pick<NotificationWorld, 'world' | 'users' | 'doors' | 'onlooker' | 'cast'> & Own,
  ) {
    this.world = parts.world;
    this.users = parts.users;
    this.doors = parts.doors;
    this.onlooker = parts.onlooker;
    this.cast = parts.cast;
    this.#manager = parts.manager;
  }

  static async open(): Promise<NotificationWorld> {
    const world = await openWorld({ instances: { search: 0 }, maxPauseMs: 500, env: { TRUST_PROXY: '1' } });
    const ada = await world.createUser({ role: 'administrator', displayName: 'Ada' });
    const mona = await world.createUser({ role: 'multiplier', displayName: 'Mona' });
    const dora = await world.createUser({ role: 'dispatcher', displayName: 'Dora' });
    const link = await createLink(world, { type: 'create_update_contacts' });
    const onlooker = api(world, ada.token);
    const users = { mona, dora };
    const doors = {
      mona: api(world, mona.token),
      dora: api(world, dora.token),
      link: overHttps(world, transferTokenOf(link)),
    };
    const cast = {
      ids: { mona: mona.id, dora: dora.id },
      names: { [mona.id]: 'Mona', [dora.id]: 'Dora', [ada.id]: 'Ada' },
      stepLabels: { ...(await labelsOf(onlooker, 'contacts')), ...(await labelsOf(onlooker, 'groups')) },
    };
    const manager = await world.bus.jetstreamManager();
    return new NotificationWorld({ world, users, doors, onlooker, cast, manager });
  }

  /** The nth step of a type. */
  step(type: Seen['type'], nth: number): string {
    const prefix = type === 'contacts' ? 'milestone_' : 'church_';
    const keys = Object.keys(this.cast.stepLabels).filter((key) => key.startsWith(prefix));
    return keys[nth % keys.length] ?? '';
  }

  /** A record as the onlooker sees it now. */
  async see(type: Seen['type'], id: number): Promise<Seen> {
    const path = `svc-posts/v2/${type}/${id}`;
    const { body } = await this.onlooker.get<ShownRecord>(path);
    const { body: followers } = await this.onlooker.get<number[]>(`${path}/following`);
    const { body: shares } = await this.onlooker.get<{ user_id: string }[]>(`${path}/shares`);
    const { mona, dora } = this.users;
    const connected = (body.subassigned ?? []).map(({ ID }) => ID);
    return {
      id,
      type,
      followers,
      sharedWith: shares.map(({ user_id: userId }) => Number(userId)),
      contactType: body.type?.key ?? '',
      assignee: Number(body.assigned_to?.id ?? 0),
      steps: (type === 'contacts' ? body.milestones : body.health_metrics) ?? [],
      phones: (body.contact_phone ?? []).map(({ value }) => value),
      asksUpdate: body.requires_update === true,
      subassigned: [mona, dora]
        .filter(({ contactId }) => connected.includes(contactId ?? 0))
        .map((user) => user.id),
    };
  }

  /** Waits until everything that was committed before is told. */
  async isTold(): Promise<void> {
    await this.world.settled();
  }

  /** From now on nothing is told; what happens waits in the stream. */
  async pause(): Promise<void> {
    await this.isTold();
    await this.#pauseUntil('2099-01-01T00:00:00Z');
  }

  /** Kills who tells, and lets them come back to what has gathered. */
  async resumeAfterDeath(): Promise<void> {
    const users = this.world.services.find(({ service }) => service === 'users');
    await users?.kill('SIGKILL');
    await users?.ready();
    await this.#pauseUntil('2000-01-01T00:00:00Z');
  }

  /** Sends every event once more, under another id. */
  async redeliver(): Promise<number> {
    return (await this.#redeliver(stream)) + (await this.#redeliver(views));
  }

  async #redeliver(stream: string): Promise<number> {
    const { state } = await this.#manager.streams.info(stream);
    let count = 0;
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
      const message = await this.#manager.streams.getMessage(stream, { seq });
      if (!republished.test(message.subject)) continue;
      count += 1;
      const parts = { id: `again-${seq}`, subject: message.subject, body: message.data };
      const headers = await signMessage(await this.#keysOf(publisherOf(message.subject)), parts);
      await this.world.bus.jetstream().publish(message.subject, message.data, { headers });
    }
    return count;
  }

  #keysOf(service: ServiceName = 'records'): Promise<Keyring> {
    return loadKeyring(keyringFile(join(this.world.dataDir, 'keys'), service));
  }

  async #pauseUntil(moment: string): Promise<void> {
    const subject = `$JS.API.CONSUMER.PAUSE.${stream}.${durable}`;
    const answer = await this.world.bus.request(subject, JSON.stringify({ pause_until: moment }));
    const { error } = answer.json<{ error?: { description: string } }>();
    if (error) throw new Error(error.description);
  }
}

interface Own {
  readonly manager: JetStreamManager;
}

interface ShownRecord {
  type?: { key: string };
  assigned_to?: { id: string };
  milestones?: string[];
  health_metrics?: string[];
  contact_phone?: { value: string }[];
  requires_update?: boolean;
  subassigned?: { ID: number }[];
}

async function labelsOf(http: Api, type: Seen['type']): Promise<Record<string, string>> {
  const { body } = await http.get<{ fields: Record<string, { default: Record<string, { label: string }> }> }>(
    `svc-posts/v2/${type}/settings`,
  );
  const options = body.fields[type === 'contacts' ? 'milestones' : 'health_metrics']?.default ?? {};
  return Object.fromEntries(Object.entries(options).map(([key, { label }]) => [key, label]));
}
