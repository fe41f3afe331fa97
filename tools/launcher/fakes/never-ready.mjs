// A service that runs and never becomes ready.
import { createServer } from 'node:http';

createServer((_, response) => response.writeHead(503).end('{"database":"down"}')).listen(
  Number(process.env.OPS_PORT),
  '127.0.0.1',
);
