import type { BenchRequest, Measured } from '../rows/row.ts';
import { comment, create, update } from '../rows/write-rows.ts';
import type { Backlog } from '../stack/backlog.ts';
import { withMongo, type MongoConnection } from '../stack/connect-mongo.ts';
import type { Sample, Samples } from './floor.ts';

/** Creates a contact through the service, updates it, comments on it, and deletes it again. Returns what each write stored. */
export async function takeSamples(
  measured: Measured,
  { url, mongodbUrl, backlog }: { url: string; mongodbUrl: string; backlog: Backlog },
): Promise<Samples> {
  const created = create.ours(measured);
  const { ID: recordId } = (await send(url, created)) as { ID: number };
  const take = async (mongo: MongoConnection): Promise<Samples> => {
    const read = (service: string, name: string) => mongo.of(service).collection<{ _id: number }>(name);
    const seen: number[] = [];
    const sampleOf = async (event: string): Promise<Omit<Sample, 'document'>> => {
      await backlog.settled();
      const history = await read('records', 'activity')
        .find({ recordId, _id: { $nin: seen } })
        .toArray();
      seen.push(...history.map(({ _id }) => _id));
      return { history, event: await backlog.lastEvent(event) };
    };
    const its = { ...measured, contactIds: [recordId] };
    const ofCreate = await sampleOf('svc.events.record.contacts.created');
    const record = await read('records', 'records').findOne({ _id: recordId });
    await send(url, update.ours(its));
    const ofUpdate = await sampleOf('svc.events.record.contacts.updated');
    await send(url, comment.ours(its));
    const ofComment = await sampleOf('svc.events.comment.contacts.created');
    const stored = await read('comments', 'comments').findOne({ recordId });
    if (!record || !stored) throw new Error('The service did not store the sent values.');
    return {
      create: { document: record, ...ofCreate },
      update: { document: record, ...ofUpdate },
      comment: { document: stored, ...ofComment },
    };
  };
  return withMongo(mongodbUrl, take).finally(() =>
    send(url, { ...created, method: 'DELETE', path: `${created.path}/${recordId}`, body: {} }),
  );
}

async function send(
  url: string,
  { method, path, token, body }: Omit<BenchRequest, 'method'> & { method: string },
): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${method} ${path} returned ${answer.status}: ${await answer.text()}`);
  return answer.json();
}
