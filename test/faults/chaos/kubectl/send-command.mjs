/** Sends the arguments and the input of a command to the chaos run, and prints its answer. */
import { text } from 'node:stream/consumers';

const args = process.argv.slice(2);
const input = args.includes('-') ? await text(process.stdin) : '';
const response = await fetch(process.env.KUBECTL_URL, {
  method: 'POST',
  body: JSON.stringify({ args, input }),
});
const answer = await response.text();
if (response.ok) process.stdout.write(answer);
else {
  process.stderr.write(answer);
  process.exitCode = 1;
}
