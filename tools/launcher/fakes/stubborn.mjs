// A service that is ready and does not end when it is asked to.
import { createServer } from 'node:http';

createServer((_, response) => response.end()).listen(Number(process.env.OPS_PORT), '127.0.0.1');
process.on('SIGTERM', () => {});
