import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayHandler } from '../request-state.ts';
import { type ApiSettings, signInForm } from './assets.ts';
import { diagramName } from './diagram-name.ts';
import { policyWith, renderPage, sendPage } from './page.ts';

const folder = new URL('../../../../../docs/', import.meta.url);
const indexPage = 'README.md';

/**
 * Answers `GET /docs/…`: the Markdown pages of `docs/` as HTML, and their pictures. The address of a folder shows its index. Pages are
 * rendered when they are first requested.
 */
export function answerDocs(settings: ApiSettings): GatewayHandler {
  const files = new Set(globSync('**/*.{md,svg,png}', { cwd: folder.pathname }));
  const rendered = new Map<string, Rendered>();
  return (request, response, next) => {
    const { pathname } = new URL(request.originalUrl, 'http://docs');
    const path = pathname.slice('/docs/'.length);
    const isFolder =
      !path.endsWith('/') && (path === '' ? !pathname.endsWith('/') : files.has(`${path}/${indexPage}`));
    if (isFolder) return response.redirect(308, `${pathname}/`);
    const file = path === '' || path.endsWith('/') ? `${path}${indexPage}` : path;
    if (!files.has(file)) return next();
    response.locals.state.route = '/docs';
    if (!file.endsWith('.md')) {
      response.setHeader('Cache-Control', 'no-cache');
      response.type(posix.extname(file)).end(readFileSync(new URL(file, folder)));
      return;
    }
    const { html, policy } = rendered.get(file) ?? renderDocument(file, files, settings);
    rendered.set(file, { html, policy });
    sendPage(response, html, { ifNoneMatch: request.headers['if-none-match'], policy });
  };
}

interface Rendered {
  readonly html: string;
  readonly policy: string;
}

/** The policy of a page with examples that run: scripts, styles and requests of this server. */
const policyOfExamples = policyWith({ script: `'self'`, style: `'self'`, connect: `'self'` });

const headOfExamples = `<link rel="stylesheet" href="/docs/assets/sign-in.css">
<script src="/docs/assets/examples.js" type="module"></script>`;

function renderDocument(file: string, files: ReadonlySet<string>, settings: ApiSettings): Rendered {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const content = createRenderer(file, files).parse(text) as string;
  const name = /^# (.+)$/m.exec(text)?.[1] ?? file;
  const title = `${name.replaceAll('`', '')} · Records Service`;
  if (!content.includes(runs)) return { html: renderPage({ title, body: content }), policy: policyWith({}) };
  const form = `<p>Sign in to run the examples of this page.</p>\n${signInForm(settings)}`;
  const body = content.replace('</h1>\n', (end) => end + form);
  return { html: renderPage({ title, head: headOfExamples, body }), policy: policyOfExamples };
}

/** The attribute of a block with examples that run: requests that only read, of which one or more are complete. */
const runs = ' data-runs';

const readingRequest = /^(GET|POST (?=[^ ]*\/(list|aggregate)$))/;

function isRunnable(block: string): boolean {
  const requests = block.split('\n').filter((line) => /^[A-Z]+ \//.test(line));
  return requests.some((line) => !line.includes('…')) && requests.every((line) => readingRequest.test(line));
}

/** A renderer with the anchors that forges give to headings. A link that leaves the documentation becomes a plain text, unless it is an address. */
function createRenderer(file: string, files: ReadonlySet<string>): Marked {
  const isServed = (href: string): boolean => {
    if (/^(https?:|#)/.test(href)) return true;
    const target = posix.join(posix.dirname(file), href.split('#')[0] ?? '');
    return files.has(target) || files.has(posix.join(target, indexPage));
  };
  return new Marked({
    renderer: {
      code({ text, lang }: Tokens.Code): string {
        const drawing = `images/diagrams/${diagramName(text)}`;
        if (lang === 'mermaid' && files.has(drawing))
          return figureOf(text, posix.relative(posix.dirname(file), drawing));
        const language = lang ? ` class="language-${escapeHtml(lang)}"` : '';
        const mark = lang === 'http' && isRunnable(text) ? runs : '';
        return `<pre tabindex="0"><code${language}${mark}>${escapeHtml(text)}\n</code></pre>\n`;
      },
      heading({ tokens, depth, text }: Tokens.Heading): string {
        return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const label = this.parser.parseInline(tokens);
        return isServed(href) ? `<a href="${escapeHtml(href)}">${label}</a>` : label;
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map((cell) => cellOf(cell, tag, this.parser.parseInline(cell.tokens))).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody>\n</table></div>\n`;
      },
    },
  });
}

/** The drawing of a diagram, and its source for readers who cannot see it. */
function figureOf(source: string, address: string): string {
  return `<figure><div class="diagram" tabindex="0"><img src="${escapeHtml(address)}" alt="A diagram, whose text follows"></div>
<figcaption><details><summary>The diagram as text</summary><pre tabindex="0"><code>${escapeHtml(source)}</code></pre></details></figcaption></figure>\n`;
}

/** A heading without a text would be one of nothing. */
function cellOf({ text }: Tokens.TableCell, tag: string, html: string): string {
  const kind = text === '' ? 'td' : tag;
  return `<${kind}>${html}</${kind}>`;
}

/** The anchor of a heading, as forges make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
