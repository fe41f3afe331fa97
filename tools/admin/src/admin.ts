import { runAdmin } from './run-admin.ts';

// NATS's client keeps a connection on which no server has answered open, and the process with it.
process.exit(await runAdmin(process.argv.slice(2), process));
