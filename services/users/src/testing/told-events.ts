import { randomUUID } from 'node:crypto';
import {
  eventSubject,
  viewSubject,
  type Audience,
  type CommentEvent,
  type RecordEvent,
  type ShareEvent,
  type ViewEvent,
} from '@svc/contracts';
import type { NotifiedEvent } from '../notifications/notifiable-event.ts';

type Actor = RecordEvent['data']['actor'];

/** Who does things in tests, unless they say otherwise. */
export const doer: Actor = { kind: 'user', user_id: 30, display_name: 'Mona' };

/** An audience of nobody, but for what is said. */
export const audienceOf = (part: Partial<Audience> = {}): Audience => ({
  following: [],
  asking: [],
  unfollowing: [],
  assigned_to: 0,
  subassigned: [],
  type: 'access',
  ...part,
});

/** What a test says of an event; everything else is as it usually is. */
export interface EventPart<About> {
  readonly about?: Partial<About>;
  readonly actor?: Actor;
  readonly at?: Date;
}

type RecordData = RecordEvent['data'];

/** A contact changed, or became another thing. */
export function recordEvent(
  verb: 'created' | 'updated' | 'deleted',
  part: Partial<Omit<RecordData, 'record'>> & { record?: Partial<RecordData['record']>; at?: Date } = {},
): RecordEvent {
  const { record, at, ...rest } = part;
  const about = { id: 12, post_type: 'contacts', name: 'Ada', version: 2, ...record };
  return {
    ...envelope('record', verb, at),
    subject: `${about.post_type}/${about.id}`,
    data: {
      ...common(),
      changed: {},
      visibility: { shared_with: [], type: 'access', sources: [] },
      written: [],
      silent: false,
      audience: audienceOf(),
      ...rest,
      record: about,
    },
  };
}

/** Somebody commented on a contact, changed the comment or deleted it. */
export function commentEvent(
  verb: 'created' | 'updated' | 'deleted',
  { about, actor, at }: EventPart<CommentEvent['data']['comment']> = {},
): CommentEvent {
  const record = { post_type: 'contacts', record_id: 12, record_name: 'Ada', audience: audienceOf() };
  const said = { id: 5, version: 1, type: 'comment', author_id: doer.user_id, content: 'Hello' };
  const comment = { ...record, ...said, silent: false, mentions: [], ...about };
  return { ...envelope('comment', verb, at), data: { ...common(), ...(actor && { actor }), comment } };
}

/** A contact was shared. */
export function shareEvent({ about, actor, at }: EventPart<ShareEvent['data']['share']> = {}): ShareEvent {
  const record = { post_type: 'contacts', record_id: 12, record_name: 'Ada', version: 2 };
  const share = { ...record, user_id: 4, silent: false, ...about };
  return { ...envelope('share', 'created', at), data: { ...common(), ...(actor && { actor }), share } };
}

/** Users looked at records. */
export function viewEvent(views: ViewEvent['data']['views']): ViewEvent {
  return { ...envelope('view', 'created'), data: { ...common(), views } };
}

/** The bus subject of an event. */
export function subjectOf(event: NotifiedEvent | ViewEvent): string {
  const { type, data } = event;
  if ('views' in data) return viewSubject;
  const [, entity = '', verb = ''] = type.split('.');
  const { post_type: postType } = { ...Reflect.get(data, entity) } as { post_type?: string };
  return eventSubject(entity, postType, verb);
}

function common() {
  return { commit_id: randomUUID(), actor: doer };
}

function envelope(entity: string, verb: string, at: Date = new Date()) {
  return {
    specversion: '1.0' as const,
    id: randomUUID(),
    source: '/svc/records',
    type: `svc.${entity}.${verb}`,
    subject: 'contacts/12',
    time: at.toISOString(),
    datacontenttype: 'application/json' as const,
  };
}
