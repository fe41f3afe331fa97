// The form with which a user signs in for the requests of a page. The session is kept until the tab is closed.

const key = 'docs-session';
const form = document.querySelector('#sign-in');
const signedIn = document.querySelector('#signed-in');
const message = document.querySelector('#message');

/** The root of the API, such as `/wp-json`. */
export const apiRoot = form.dataset.api;

/** The prefix of paths in this installation, such as `svc`. */
export const prefix = form.dataset.prefix;

function session() {
  const text = sessionStorage.getItem(key);
  return text === null ? undefined : JSON.parse(text);
}

/** The header that makes a request one of the signed-in user; no header without one. */
export function authorization() {
  const current = session();
  return current === undefined ? {} : { authorization: `Bearer ${current.token}` };
}

/** Calls `show` now, and whenever a user signs in or out. A failure is shown beside the form. */
export function onSession(show) {
  const run = async () => {
    const current = session();
    form.hidden = current !== undefined;
    signedIn.hidden = current === undefined;
    signedIn.querySelector('span').textContent = current ? `Signed in as ${current.name}.` : '';
    await show(current !== undefined);
  };
  const runOrExplain = () => run().catch(explain);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    signIn().then(runOrExplain, explain);
  });
  signedIn.querySelector('button').addEventListener('click', () => {
    sessionStorage.removeItem(key);
    explain({ message: '' });
    runOrExplain().then(() => form.elements.username.focus());
  });
  return runOrExplain();
}

async function signIn() {
  const { username, password } = form.elements;
  const answer = await fetch(`${apiRoot}/jwt-auth/v1/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: username.value, password: password.value }),
  });
  const body = await answer.json();
  if (!answer.ok) throw new Error(body.message);
  sessionStorage.setItem(key, JSON.stringify({ token: body.token, name: body.user_display_name }));
  password.value = '';
  explain({ message: '' });
}

function explain(error) {
  message.textContent = error.message;
}
