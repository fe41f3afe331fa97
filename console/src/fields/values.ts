/** The forms in which the service answers values (docs/guides/reading-a-record.md), and the one text of each that a person reads. */
import { formatDate } from '../text/format-date.ts';
import { t } from '../text/t.ts';
import { optionsOf, type FieldSettings } from '../settings/settings.ts';

export interface Moment {
  readonly timestamp: string | number;
  readonly formatted: string;
}
export interface Chosen {
  readonly key: string;
  readonly label: string;
}
export interface Linked {
  readonly ID: number;
  readonly post_type: string;
  readonly post_title: string;
  readonly status?: { readonly label: string; readonly color?: string } | null;
}
export interface Person {
  readonly id: string | number;
  readonly display: string;
}
export interface Channel {
  readonly key: string;
  readonly value: string;
  readonly verified?: boolean;
}
export interface PlaceValue {
  readonly id: string | number;
  readonly label: string;
}
export interface LinkValue {
  readonly meta_id: string;
  readonly type: string;
  readonly value: string;
}
/** A place with a point of its own. */
export interface PlaceOnMap {
  readonly grid_meta_id: string;
  readonly label: string;
  readonly lat: string;
  readonly lng: string;
}
export interface Task {
  readonly id: string;
  /** A text, or an object of the client that wrote it. */
  readonly value: string | { readonly note?: string };
  /** UTC. */
  readonly date: string;
}
export interface StoredFile {
  readonly key: string;
  readonly name: string;
  readonly url?: string;
  readonly thumbnail_url?: string;
}
export interface Picture {
  readonly thumb: string;
  readonly full: string;
}

/** Returns a value as a list: answers leave out what is unset. */
export function asList<T>(value: unknown): readonly T[] {
  return Array.isArray(value) ? (value as T[]) : [];
}

/** The value as one text; empty if it is unset. */
export function textOf(field: FieldSettings, value: unknown): string {
  if (value === undefined || value === null || value === '') return '';
  switch (field.type) {
    case 'boolean':
      return value ? t('Yes') : t('No');
    case 'date':
    case 'datetime':
      return momentText(value as Moment, field.type);
    case 'key_select':
      return (value as Chosen).label;
    case 'multi_select':
      return asList<string>(value)
        .map((key) => optionLabel(field, key))
        .join(', ');
    case 'tags':
      return asList<string>(value).join(', ');
    case 'user_select':
      return (value as Person).display;
    case 'connection':
      return asList<Linked>(value)
        .map(({ post_title: title }) => title)
        .join(', ');
    case 'communication_channel':
      return asList<Channel>(value)
        .map((channel) => channel.value)
        .join(', ');
    case 'location':
      return asList<PlaceValue>(value)
        .map(({ label }) => label)
        .join(', ');
    case 'location_meta':
      return asList<PlaceOnMap>(value)
        .map((place) => `${place.label} (${pointText(place)})`)
        .join(', ');
    case 'link':
      return asList<LinkValue>(value)
        .map((link) => link.value)
        .join(', ');
    case 'task':
    case 'tasks':
    case 'post_user_meta':
      return asList<Task>(value).map(taskText).join(', ');
    case 'file_upload':
      return asList<StoredFile>(value)
        .map(({ name }) => name)
        .join(', ');
    case 'image':
      return t('Picture');
    default:
      return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  }
}

/** The label of an option; the key of one that is not declared. */
export function optionLabel(field: FieldSettings, key: string): string {
  return optionsOf(field).find(([each]) => each === key)?.[1].label ?? key;
}

/** The point of a place, as maps take it; five decimals are a metre. */
export function pointText({ lat, lng }: PlaceOnMap): string {
  return [lat, lng].map((degrees) => Number(Number(degrees).toFixed(5))).join(', ');
}

/** A task with the day on which it is due. */
export function taskText({ value, date }: Task): string {
  const note = typeof value === 'string' ? value : (value.note ?? '');
  const day = new Date(`${date.replace(' ', 'T')}Z`);
  return `${note} (${formatDate(day, 'day')})`;
}

function momentText({ timestamp }: Moment, type: string): string {
  const seconds = Number(timestamp);
  if (!Number.isFinite(seconds) || timestamp === '') return '';
  return formatDate(new Date(seconds * 1000), type === 'date' ? 'day' : 'moment');
}

/** A moment of a comment or a history row, in the user's time zone. */
export function timeText(seconds: number): string {
  return formatDate(new Date(seconds * 1000), 'moment');
}

/** A moment of an answer in RFC 3339, in the user's time zone. */
export function momentOf(text: string): string {
  return timeText(Date.parse(text) / 1000);
}

/** The day of a value as the controls of browsers take it: `2026-11-29`. */
export function dayOf(value: unknown): string {
  const seconds = Number((value as Moment | undefined)?.timestamp || NaN);
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString().slice(0, 10) : '';
}

/** The value of a write that makes a field of one value equal to that of an answer. */
export function writtenValue(field: FieldSettings | undefined, value: unknown): unknown {
  switch (field?.type) {
    case 'key_select':
      return (value as Chosen).key;
    case 'date':
    case 'datetime':
      return String((value as Moment).timestamp);
    case 'user_select':
      return `user-${(value as Person).id}`;
    default:
      return value;
  }
}

/** The address of a file on the host of this page: the installation may have another public address, whose pictures the page would not load. */
export function ownAddress(address: string): string {
  const { pathname, search } = new URL(address, location.origin);
  return pathname + search;
}
