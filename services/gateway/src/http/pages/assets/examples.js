// Runs the examples of a page as the signed-in user, and shows the answers.
import { apiRoot, authorization, onSession, prefix } from './sign-in.js';

/** The complete requests of a block: a line with method and path, lines of the body, and lines with the documented answer. */
function requestsIn(text) {
  const starts = text.split(/\n(?=(?:GET|POST) )/).filter((each) => !each.split('\n')[0].includes('…'));
  return starts.map((each) => {
    const [first, ...rest] = each.trim().split('\n');
    const [method, path] = first.split(/ (.*)/);
    const body = rest.filter((line) => !line.startsWith('→')).join('\n');
    return { method, path: path.replace('/svc-', `/${prefix}-`), body: body.trim() };
  });
}

async function run({ method, path, body }, { cursor } = {}) {
  const url = new URL(apiRoot + path, location.href);
  const input = method === 'POST' ? JSON.parse(body) : undefined;
  if (cursor !== undefined && input) input.cursor = cursor;
  if (cursor !== undefined && !input) url.searchParams.set('cursor', cursor);
  const answer = await fetch(url, {
    method,
    headers: { ...authorization(), ...(input && { 'content-type': 'application/json' }) },
    ...(input && { body: JSON.stringify(input) }),
  });
  return { status: answer.status, body: await answer.json() };
}

/** A button that runs a request, the answer below it, and buttons for the neighbours of its page. */
function tryOut(request, label) {
  const place = document.createElement('div');
  place.className = 'try';
  const status = document.createElement('span');
  status.setAttribute('role', 'status');
  const answer = document.createElement('pre');
  answer.hidden = true;
  answer.tabIndex = 0;
  answer.setAttribute('role', 'region');
  answer.setAttribute('aria-label', `Answer to example ${label}`);
  const button = (text, cursorOf = () => undefined) => {
    const element = document.createElement('button');
    element.type = 'button';
    element.textContent = text;
    element.addEventListener('click', () => show(cursorOf()));
    return element;
  };
  let shown = {};
  const previous = button('Previous page', () => shown.previous_cursor);
  const next = button('Next page', () => shown.next_cursor);
  const show = async (cursor) => {
    status.textContent = 'Running …';
    try {
      const { status: code, body } = await run(request, { cursor });
      shown = body;
      status.textContent = `Status ${code}`;
      answer.textContent = JSON.stringify(body, null, 2);
    } catch (error) {
      shown = {};
      status.textContent = error.message;
      answer.textContent = '';
    }
    answer.hidden = answer.textContent === '';
    previous.hidden = !shown.previous_cursor;
    next.hidden = !shown.next_cursor;
  };
  const first = button('Try it');
  first.setAttribute('aria-label', `Try it: example ${label}`);
  previous.hidden = true;
  next.hidden = true;
  place.append(first, previous, next, status, answer);
  return place;
}

for (const [at, code] of document.querySelectorAll('code[data-runs]').entries())
  for (const request of requestsIn(code.textContent).reverse())
    code.parentElement.after(tryOut(request, `${at + 1}, ${request.method} ${request.path}`));

void onSession(async () => undefined);
