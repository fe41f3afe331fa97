import { eventConsumers } from '@svc/contracts';

/** The names under which the instances of search share the events of records and of comments. */
export const durables = [eventConsumers.indexedRecords.durable, eventConsumers.indexedComments.durable];
