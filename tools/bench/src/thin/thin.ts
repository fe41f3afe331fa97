import { mongo } from 'mongoose';
import { thinApp } from './thin-app.ts';
import { thinCollections } from './thin-collections.ts';

const [mongodbUrl = '', port = ''] = process.argv.slice(2);

const client = new mongo.MongoClient(mongodbUrl);
await client.connect();
thinApp(thinCollections(client)).listen(Number(port), '127.0.0.1');
