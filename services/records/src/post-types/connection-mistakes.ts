import { didYouMean } from '@svc/service-kit';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { endOf, oppositeEnd } from '../model/side.ts';
import type { Report } from './origins.ts';

type Types = ReadonlyMap<string, PostType>;

/** Reports the connections of a post type without a second end, and counts of connections that are stored nowhere. */
export function checkConnections({ fields }: PostType, all: Types, report: Report): void {
  for (const field of fields.values()) {
    if (field.type.storage !== 'edges') continue;
    const { post_type: target = '' } = field.definition;
    if (all.has(target)) checkEnds(field, all, report);
    else
      report(
        ['fields', field.key, 'post_type'],
        `names ${target}, which must be a declared post type${didYouMean(target, all.keys(), 'post types')}`,
      );
    checkCount(field, all, report);
  }
}

function checkEnds(field: Field, all: Types, report: Report): void {
  const mistake = (attribute: string, problem: string) => report(['fields', field.key, attribute], problem);
  const { post_type: target = '', one_way: isOneWay = false } = field.definition;
  const end = endOf(field);
  const { key, side } = oppositeEnd(end);
  const withKey = [...all.values()]
    .flatMap(({ fields }) => [...fields.values()])
    .filter((other) => other.type.storage === 'edges' && other.definition.p2p_key === key);
  const before = withKey.slice(0, withKey.indexOf(field));
  const same = before.find((other) => other.postType === field.postType && endOf(other).side === end.side);
  if (same)
    mistake('p2p_key', `is taken: ${same.key} is the same end of ${key}; each connection needs its own key`);
  const others = withKey.filter((other) => other.postType === target && endOf(other).side === side);
  if (others.some(({ definition }) => definition.post_type === field.postType)) {
    if (isOneWay) mistake('one_way', `must be left out, because ${target} has the other end of ${key}`);
    return;
  }
  // A field that connects to this type from the other end is reported there.
  const isMet = withKey.some(
    (other) => other.definition.post_type === field.postType && endOf(other).side === side,
  );
  if (isOneWay || isMet) return;
  const [strange] = others;
  const turned = withKey.find((other) => other !== field && other.postType === target);
  if (strange)
    mistake(
      'p2p_key',
      `the other end ${target}.${strange.key} connects to ${strange.definition.post_type ?? ''}; it must connect to ${field.postType}`,
    );
  else if (!turned)
    mistake(
      'p2p_key',
      `nothing declares the other end; declare a connection of ${target} with p2p_key ${key} and p2p_direction ${side}, or set one_way`,
    );
  else if (before.includes(turned))
    mistake(
      'p2p_direction',
      `is ${end.side}, as that of ${target}.${turned.key}; one end must be from and the other to, or both any`,
    );
}

function checkCount({ key, definition }: Field, all: Types, report: Report): void {
  const { connection_count_field: count } = definition;
  if (!count) return;
  const mistake = (problem: string) => report(['fields', key, 'connection_count_field'], problem);
  const fields = all.get(count.post_type)?.fields;
  if (!fields) {
    mistake(
      `names ${count.post_type}, which must be a declared post type${didYouMean(count.post_type, all.keys(), 'post types')}`,
    );
    return;
  }
  const keysOf = (wanted: (field: Field) => boolean) =>
    [...fields.values()].filter(wanted).map((field) => field.key);
  const numbers = keysOf(({ type }) => type.name === 'number');
  const connections = keysOf(({ type }) => type.storage === 'edges');
  if (!numbers.includes(count.field_key))
    mistake(
      `names ${count.field_key}, which must be a number field of ${count.post_type}${didYouMean(count.field_key, numbers, 'number fields')}`,
    );
  if (!connections.includes(count.connection_field))
    mistake(
      `names ${count.connection_field}, which must be a connection of ${count.post_type}${didYouMean(count.connection_field, connections, 'connections')}`,
    );
}
