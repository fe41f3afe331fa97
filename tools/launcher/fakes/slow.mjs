// A service that says how far its start is each time it is asked, and is ready in the end.
import { createServer } from 'node:http';

let asked = 0;
createServer((_, response) => {
  asked += 1;
  if (asked < 120) response.writeHead(503).end(`{"parts":{"start":"${asked} of 120"}}`);
  else response.end('{"status":"ready"}');
}).listen(Number(process.env.OPS_PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
