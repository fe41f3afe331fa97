import { randomUUID } from 'node:crypto';
import { make, type Api } from '../support/http.ts';

type Fields = Record<string, unknown>;

interface Declared {
  readonly type: string;
  readonly default?: object;
  readonly post_type?: string;
  readonly private?: boolean;
}

/** A record with a value in every field, and the written values. */
export interface FilledRecord {
  readonly id: number;
  readonly name: string;
  readonly written: Readonly<Fields>;
}

/** Fields that clients cannot write, or not everybody can read. */
const left: readonly string[] = ['corresponds_to_user', 'duplicate_data', 'last_modified', 'post_date'];

/** Creates a filled contact or group that is assigned to a user. The location grid must have a place 100. */
export async function makeFilled(administrator: Api, type: string, ownerId: number): Promise<FilledRecord> {
  const path = `svc-posts/v2/${type}`;
  const { body } = await administrator.get<{ fields: Record<string, Declared> }>(`${path}/settings`);
  const otherEnds: Record<string, number> = {};
  for (const other of ['contacts', 'groups', 'peoplegroups'])
    otherEnds[other] = await make(administrator, `svc-posts/v2/${other}`, { name: 'Other end' });
  const declared = Object.entries(body.fields).filter(([key]) => !left.includes(key));
  const samples = declared.map(([key, field]) => [key, sampleOf(field, { ownerId, otherEnds })] as const);
  const access = type === 'contacts' ? { type: 'access', sources: values('personal') } : {};
  const name = `Hidden ${randomUUID()}`;
  const written = {
    ...Object.fromEntries(samples.filter(([, value]) => value !== undefined)),
    ...access,
    name,
  };
  return { id: await make(administrator, path, written), name, written };
}

/** Several values in the format of write requests. */
export function values(...each: readonly unknown[]) {
  return { values: each.map((value) => ({ value })) };
}

function sampleOf(
  { type, default: options, post_type: other = '', private: isPrivate = false }: Declared,
  { ownerId, otherEnds }: { ownerId: number; otherEnds: Readonly<Record<string, number>> },
): unknown {
  const option = Object.keys(options ?? {}).at(-1);
  const samples: Readonly<Record<string, unknown>> = {
    text: `held ${randomUUID()}`,
    textarea: `held ${randomUUID()}`,
    number: 7,
    boolean: true,
    key_select: option,
    multi_select: values(option ?? ownerId),
    tags: values('held'),
    date: '2020-02-03',
    datetime: '2020-02-03 04:05',
    user_select: ownerId,
    communication_channel: [{ value: `held ${randomUUID()}` }],
    connection: values(otherEnds[other]),
    location: values(100),
    location_meta: { values: [{ lng: 5, lat: 5, label: 'Held', level: 'place' }] },
    link: { values: [{ type: option, value: 'https://held.example' }] },
  };
  return isPrivate ? undefined : samples[type];
}
