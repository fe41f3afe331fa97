import { commandConsumer, eventConsumers, msg, serviceNames, type MessageTemplate } from '@svc/contracts';

const { notifications, views, contactLinks, recordChanges, webhooks, indexedRecords, indexedComments } =
  eventConsumers;

const ofIndex = msg`Searches do not find this change until the index is checked: npm run -s admin -- search check --all`;

const ofCommand = msg`The work of another service is not done, and their data may differ.`;

const ofExtension = msg`The extension does not handle this event.`;

const losses = new Map<string, MessageTemplate>([
  [notifications.durable, msg`Nobody is notified of this change.`],
  [views.durable, msg`Notifications that were read with this view stay unread.`],
  [contactLinks.durable, msg`The user is not linked with this contact.`],
  [recordChanges.durable, msg`Copies on devices may not show this change until they load the record again.`],
  [webhooks.durable, msg`No webhook receives this change.`],
  [indexedRecords.durable, ofIndex],
  [indexedComments.durable, ofIndex],
  ...serviceNames.map((service) => [commandConsumer(service).durable, ofCommand] as const),
]);

/** The loss when a dead letter of this consumer is dropped, and the remedy. */
export function lossOf(consumer: string): MessageTemplate {
  return losses.get(consumer) ?? ofExtension;
}
