import { entitiesWithPostType, eventPublishers, eventStream, httpContractVersion } from '@svc/contracts';
import { eventSchema, eventTypes, type EventType, type JsonSchema } from './event-schema.ts';

/** The AsyncAPI document of the events on NATS, generated from their contracts (docs/reference/events.md). */
export function asyncApiDocument(): JsonSchema {
  return {
    asyncapi: '3.1.0',
    info: {
      title: 'Records Service events',
      version: httpContractVersion,
      description:
        `Every committed change becomes an event of the JetStream stream \`${eventStream}\`, at least once. Its publisher signs it; the public ` +
        'keys are at `/.well-known/jwks.json`. An operator gives a program a durable consumer and a key for the events that it needs.',
      license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      tags: [...new Set(eventTypes.map(({ entity }) => entity))].map((name) => ({ name })),
    },
    defaultContentType: 'application/json',
    servers: {
      nats: {
        host: '{host}',
        protocol: 'nats',
        description: 'The NATS server of the installation; its operator knows the address.',
        variables: { host: { default: 'nats.example.org:4222', description: 'Host and port.' } },
        security: [{ $ref: '#/components/securitySchemes/nkey' }],
      },
    },
    channels: Object.fromEntries(eventTypes.map((each) => [nameOf(each), channelOf(each)])),
    operations: Object.fromEntries(eventTypes.map((each) => [`publish_${nameOf(each)}`, operationOf(each)])),
    components: {
      securitySchemes: {
        nkey: {
          type: 'asymmetricEncryption',
          description: 'An nkey, from `admin -- consumer create`. It permits one durable consumer.',
        },
      },
      messageTraits: { published: { headers } },
      messages: Object.fromEntries(eventTypes.map((each) => [nameOf(each), messageOf(each)])),
      schemas: Object.fromEntries(eventTypes.map((each) => [each.type, schemaOf(each)])),
    },
  };
}

const headers = {
  type: 'object',
  properties: {
    'Nats-Msg-Id': {
      type: 'string',
      description: 'The id of the event; ends in `/again` when a lost event was published again.',
    },
    'Svc-Signature': {
      type: 'string',
      description:
        '`<service>.<id of its key>.<signature in base64url>`, of the id, the subject and the digest of the body.',
    },
    traceparent: { type: 'string', description: 'W3C Trace Context of the request, where it had one.' },
  },
  required: ['Nats-Msg-Id', 'Svc-Signature'],
};

/** `record_updated`. */
function nameOf({ entity, verb }: EventType): string {
  return `${entity}_${verb}`;
}

function channelOf(event: EventType): JsonSchema {
  const name = nameOf(event);
  const hasPostType = entitiesWithPostType.has(event.entity);
  return {
    address: `svc.events.${event.entity}.${hasPostType ? '{post_type}' : '-'}.${event.verb}`,
    servers: [{ $ref: '#/servers/nats' }],
    ...(hasPostType && {
      parameters: { post_type: { description: 'The key of a post type, such as `contacts`.' } },
    }),
    messages: { [name]: { $ref: `#/components/messages/${name}` } },
  };
}

function operationOf(event: EventType): JsonSchema {
  const name = nameOf(event);
  return {
    action: 'send',
    summary: `Published by the service ${eventPublishers[event.entity]}.`,
    channel: { $ref: `#/channels/${name}` },
    messages: [{ $ref: `#/channels/${name}/messages/${name}` }],
    tags: [{ name: event.entity }],
  };
}

function messageOf(event: EventType): JsonSchema {
  return {
    name: event.type,
    title: event.type,
    contentType: 'application/json',
    payload: { $ref: `#/components/schemas/${event.type}` },
    traits: [{ $ref: '#/components/messageTraits/published' }],
  };
}

function schemaOf(event: EventType): JsonSchema {
  const { $schema: _version, ...schema } = eventSchema(event, 'draft-7');
  return schema;
}
