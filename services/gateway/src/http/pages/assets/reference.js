// The reference of the API: Swagger UI with the document of this installation, as the signed-in user may see it.
import { authorization, onSession } from './sign-in.js';

const root = document.querySelector('#reference');

/** The parts of Swagger UI that the page shows. Its own layout has a second main element, a title and a form for tokens. */
const layout = ({ React: { createElement } }) => ({
  components: {
    Reference({ getComponent }) {
      const part = (name) => createElement(getComponent(name, true));
      const heading = createElement('h2', { key: 'heading' }, 'Endpoints');
      const parts = ['SvgAssets', 'FilterContainer', 'operations', 'Models'].map((name) =>
        createElement('div', { key: name }, part(name)),
      );
      return createElement('div', { className: 'swagger-ui' }, heading, ...parts);
    },
    // A link inside the button that opens an operation could not be reached with the keyboard.
    DeepLink: ({ text }) => createElement('span', null, text),
  },
});

async function show() {
  root.setAttribute('aria-busy', 'true');
  const answer = await fetch('/openapi.json', { headers: authorization() });
  const spec = await answer.json();
  if (!answer.ok) throw new Error(spec.message);
  const domNode = document.createElement('div');
  root.replaceChildren(domNode);
  window.SwaggerUIBundle({
    spec,
    domNode,
    onComplete: () => root.setAttribute('aria-busy', 'false'),
    layout: 'Reference',
    plugins: [layout],
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    defaultModelExpandDepth: 2,
    deepLinking: true,
    filter: true,
    syntaxHighlight: false,
    tryItOutEnabled: true,
    requestInterceptor(request) {
      const isOwn = new URL(request.url, location.href).origin === location.origin;
      if (isOwn) Object.assign(request.headers, authorization());
      return request;
    },
  });
}

/** Names for the controls that Swagger UI leaves without one. */
const names = {
  '.operation-filter-input': () => 'Filter by subject or path',
  '.parameters select, .parameters input, .parameters textarea': nameOfRow,
  '.body-param textarea': () => 'Request body',
  'select.content-type': () => 'Media type',
  '.examples-select-element': () => 'Example',
  '.copy-to-clipboard button': () => 'Copy',
  '.model-toggle': () => 'Show or hide the schema',
};

function nameOfRow(control) {
  const row = control.closest('tr[data-param-name]');
  return row === null ? 'Value' : `Value of ${row.dataset.paramName}`;
}

/** Gives controls names, and makes areas that scroll reachable with the keyboard. */
function mend() {
  for (const [selector, nameOf] of Object.entries(names))
    for (const element of root.querySelectorAll(selector)) {
      if (!element.hasAttribute('aria-label')) element.setAttribute('aria-label', nameOf(element));
    }
  for (const element of root.querySelectorAll('.microlight, .highlight-code > pre, .model-box, pre'))
    if (element.tabIndex < 0) element.tabIndex = 0;
  for (const element of root.querySelectorAll('table[role="region"]')) element.removeAttribute('role');
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();
new MutationObserver(mend).observe(root, { childList: true, subtree: true });
void onSession(show);
