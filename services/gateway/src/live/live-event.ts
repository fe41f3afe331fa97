import type { JsMsg } from 'nats';
import { eventSchemas, visibilityBefore, type EntityEvents, type SentChange } from '@svc/contracts';

/** The subjects of the events that readers may receive, or after which their rights may differ. */
export const liveSubjects: readonly string[] = [
  'svc.events.record.>',
  'svc.events.comment.>',
  'svc.events.share.*.deleted',
  'svc.events.notification.>',
  'svc.events.user.>',
  'svc.events.site_link.>',
];

/** The JSON of a message to a reader (docs/guides/live.md#messages), without `changed`. */
interface LiveData {
  readonly post_type: string;
  readonly record_id: number;
  readonly version: number;
  readonly actor: { readonly kind: string; readonly user_id: number; readonly display_name: string };
  readonly comment_id?: number;
  readonly notification_id?: number;
}

/** An event of the stream, as far as readers of this process need it. */
export type LiveEvent = { readonly seq: number; readonly time: number } & (
  | { readonly kind: 'change'; readonly name: string; readonly change: SentChange; readonly data: LiveData }
  | { readonly kind: 'notification'; readonly userId: number; readonly data: LiveData }
  | { readonly kind: 'user'; readonly userId: number }
  | { readonly kind: 'site_link' }
);

type Verb = 'created' | 'updated' | 'deleted';
type Content = LiveEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'seq' | 'time'>
    : never
  : never;

/** Reads a message of the stream. @throws ZodError for one that no publisher of this project sends. */
export function readLiveEvent(message: JsMsg): LiveEvent {
  const [, , entity = '', , verb = ''] = message.subject.split('.');
  const read = readers[entity as keyof typeof readers];
  const time = message.info.timestampNanos / 1e6;
  return { ...read(message.json(), verb as Verb), seq: message.seq, time };
}

const readers = {
  record: (body: unknown, verb: Verb) => ofRecord(eventSchemas.record.parse(body), verb),
  comment: (body: unknown, verb: Verb) => ofComment(eventSchemas.comment.parse(body), verb),
  share: (body: unknown) => ofShare(eventSchemas.share.parse(body)),
  notification: (body: unknown) => ofNotification(eventSchemas.notification.parse(body)),
  user: (body: unknown): Content => {
    return { kind: 'user', userId: eventSchemas.user.parse(body).data.user.id };
  },
  site_link: (): Content => ({ kind: 'site_link' }),
};

function ofRecord({ data }: EntityEvents['record'], verb: Verb): Content {
  const { id, post_type, version } = data.record;
  const visibility = { after: data.visibility, before: visibilityBefore(data) };
  return {
    kind: 'change',
    name: `record.${verb}`,
    change: { post_type, id, kind: verb, changed: Object.keys(data.changed), visibility },
    data: { post_type, record_id: id, version, actor: actorOf(data) },
  };
}

function ofComment({ data }: EntityEvents['comment'], verb: Verb): Content {
  const { id, post_type, record_id, version } = data.comment;
  return {
    kind: 'change',
    name: `comment.${verb}`,
    change: { post_type, id: record_id, kind: 'commented', changed: [] },
    data: { post_type, record_id, version, comment_id: id, actor: actorOf(data) },
  };
}

/** The end of a share, after which the record may have left the view of its user. */
function ofShare({ data }: EntityEvents['share']): Content {
  const { post_type, record_id, user_id, version } = data.share;
  return {
    kind: 'change',
    name: leftView,
    change: { post_type, id: record_id, kind: 'unshared', user_id, changed: [] },
    data: { post_type, record_id, version, actor: actorOf(data) },
  };
}

/** The name of the message about a record that a reader no longer sees. */
export const leftView = 'record.left';

function ofNotification({ data }: EntityEvents['notification']): Content {
  const { id, user_id: userId, post_type, record_id } = data.notification;
  return {
    kind: 'notification',
    userId,
    data: { post_type, record_id, version: 1, notification_id: id, actor: actorOf(data) },
  };
}

function actorOf({ actor }: { readonly actor: LiveData['actor'] }): LiveData['actor'] {
  const { kind, user_id, display_name } = actor;
  return { kind, user_id, display_name };
}
