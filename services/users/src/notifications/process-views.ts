import { eventConsumers, viewEventSchema, type ViewEvent } from '@svc/contracts';
import type { EventProcessor } from '@svc/service-kit';
import type { LastView } from './last-views.ts';
import type { NotifyOptions } from './notify-from-events.ts';

/** Marks notifications about a record as read when their user views it. The view is stored first: see `notifyFromEvents`. */
export function processViews({
  notifications,
  lastViews,
}: Pick<NotifyOptions, 'notifications' | 'lastViews'>): EventProcessor<ViewEvent> {
  return {
    ...eventConsumers.views,
    schema: viewEventSchema,
    batchSize: 50,
    async handle(events) {
      const views = latestViews(events);
      await lastViews.note(views);
      await notifications.viewed(views);
    },
  };
}

function latestViews(events: readonly ViewEvent[]): LastView[] {
  const latest = new Map<string, LastView>();
  for (const { user_id: userId, record_id: recordId, at } of events.flatMap(({ data }) => data.views)) {
    const view = { userId, recordId, at: new Date(at) };
    const known = latest.get(`${userId}/${recordId}`);
    if (!known || known.at < view.at) latest.set(`${userId}/${recordId}`, view);
  }
  return [...latest.values()];
}
