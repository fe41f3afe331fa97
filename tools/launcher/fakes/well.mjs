// A service that is ready at once and ends when it is asked to. It prints its environment.
import { createServer } from 'node:http';

const server = createServer((_, response) => response.end('{"ready":true}'));
server.listen(Number(process.env.OPS_PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({ level: 30, msg: 'environment', env: process.env }));
  console.log(JSON.stringify({ level: 40, msg: 'slow answer', err: { message: 'it took 3 s' } }));
});
process.on('SIGTERM', () => {
  console.log(JSON.stringify({ level: 30, msg: 'stopping' }));
  process.exit(0);
});
