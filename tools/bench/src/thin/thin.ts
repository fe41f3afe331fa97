import { readFileSync } from 'node:fs';
import express, { type Express, type Request } from 'express';
import { mongo } from 'mongoose';
import { readThinConfig } from '../config.ts';
import { thinCollections, type ById } from './thin-collections.ts';

const defaultLimit = 100;
const choices = 50;

const { mongodbUrl, port, openApiFile } = readThinConfig();
const openApi = JSON.parse(readFileSync(openApiFile, 'utf8')) as object;

const client = new mongo.MongoClient(mongodbUrl);
await client.connect();
thinApp(thinCollections(client)).listen(port, '127.0.0.1');

/**
 * The thin handler, with which the service is compared: it reads and writes the same documents without users, permissions, bus, history or
 * events, and returns them as they are stored.
 */
function thinApp({ records, edges, copies, created, comments }: ReturnType<typeof thinCollections>): Express {
  const app = express();
  app.use(express.json());
  app.get('/records/:id', async (request, response) => {
    response.json(await records.findOne({ _id: Number(request.params.id) }));
  });
  app.get('/records', async (request, response) => {
    const filter = filterOf(request);
    const { sort, offset, limit } = pageOf(request);
    const [found, total] = await Promise.all([
      records.find(filter).sort(sort).skip(offset).limit(limit).toArray(),
      records.countDocuments(filter),
    ]);
    response.json({ posts: found, total });
  });
  app.get('/nested', async (request, response) => {
    const filter = { postType: 'contacts' };
    const { limit } = pageOf(request);
    const [found, total] = await Promise.all([
      records.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray(),
      records.countDocuments(filter),
    ]);
    const edgesFrom = (key: string, from: number[]) => edges.find({ key, from: { $in: from } }).toArray();
    const memberships = await edgesFrom('contacts_to_groups', idsOf(found, '_id'));
    const groupIds = idsOf(memberships, 'to');
    const leaderships = await edgesFrom('groups_to_leaders', groupIds);
    const ids = [...groupIds, ...idsOf(leaderships, 'to')];
    const projection = { name: 1, 'fields.nickname': 1 };
    const connected = await records.find({ _id: { $in: ids } }, { projection }).toArray();
    response.json({ posts: found, total, memberships, leaderships, connected });
  });
  app.get('/openapi.json', (_request, response) => {
    response.json(openApi);
  });
  app.get('/aggregate', async (_request, response) => {
    const month = { $dateToString: { date: '$createdAt', format: '%Y-%m' } };
    const groups = await records
      .aggregate([
        { $match: { postType: 'contacts' } },
        { $group: { _id: { status: '$fields.overall_status', month }, count: { $sum: 1 } } },
      ])
      .toArray();
    response.json({ groups });
  });
  app.get('/compact', async (request, response) => {
    const filter = { postType: 'contacts', name: containing(textOf(request, 's') ?? '') };
    const cursor = records
      .find(filter, { projection: { name: 1 } })
      .sort({ lastModified: -1 })
      .limit(choices);
    response.json({ posts: await cursor.toArray() });
  });
  app.post('/records', async (request, response) => {
    const document = { ...bodyOf(request), _id: new mongo.ObjectId(), createdAt: new Date() };
    await created.insertOne(document);
    response.json(document);
  });
  app.post('/records/:id', async (request, response) => {
    const { nickname } = bodyOf(request);
    const change = { $set: { 'fields.nickname': nickname, lastModified: new Date() } };
    const { matchedCount } = await copies.updateOne({ _id: Number(request.params.id) }, change);
    response.status(matchedCount === 1 ? 200 : 404).json({ _id: request.params.id });
  });
  app.post('/records/:id/comments', async (request, response) => {
    const content = bodyOf(request)['comment'];
    const recordId = Number(request.params.id);
    const document = { _id: new mongo.ObjectId(), recordId, content, date: new Date() };
    await comments.insertOne(document);
    response.json(document);
  });
  return app;
}

function idsOf<Key extends string>(found: readonly Record<Key, number>[], key: Key): number[] {
  return [...new Set(found.map((each) => each[key]))];
}

function filterOf(request: Request): mongo.Filter<ById> {
  const assignedTo = textOf(request, 'assigned_to');
  const status = textOf(request, 'status');
  const name = textOf(request, 'name');
  const phone = textOf(request, 'phone');
  const nickname = textOf(request, 'nickname');
  return {
    postType: 'contacts',
    ...(assignedTo ? { 'fields.assigned_to': Number(assignedTo) } : {}),
    ...(status ? { 'fields.overall_status': status } : {}),
    ...(name ? { name: containing(name) } : {}),
    ...(nickname ? { 'fields.nickname': containing(nickname) } : {}),
    ...(phone ? { 'fields.contact_phone.value': new RegExp([...phone].join('\\s*')) } : {}),
  };
}

/** A part of the sorted records; a hyphen before the path of `sort` reverses the order. */
function pageOf(request: Request) {
  const [, minus, path = 'createdAt'] = /^(-?)(.+)$/.exec(textOf(request, 'sort') ?? '') ?? [];
  const direction = minus ? -1 : 1;
  const sort: Record<string, 1 | -1> = { [path]: direction, _id: direction };
  const offset = Number(textOf(request, 'offset') ?? 0);
  return { sort, offset, limit: Number(textOf(request, 'limit') ?? defaultLimit) };
}

/** A text in any case; its blanks match anything. */
function containing(text: string): RegExp {
  const words = text.split(' ').map((word) => word.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&'));
  return new RegExp(words.join('.*'), 'i');
}

const bodyOf = (request: Request): Record<string, unknown> => request.body as Record<string, unknown>;

function textOf(request: Request, key: string): string | undefined {
  const value = request.query[key];
  return typeof value === 'string' ? value : undefined;
}
