import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayHandler } from '../request-state.ts';
import { renderPage, sendPage } from './page.ts';

const folder = new URL('../../../../../docs/', import.meta.url);
const indexPage = 'README.md';

/**
 * Answers `GET /docs/…`: the Markdown pages of `docs/` as HTML, and their pictures. The address of a folder shows its index. Pages are
 * rendered when they are first requested.
 */
export function answerDocs(): GatewayHandler {
  const files = new Set(globSync('**/*.{md,svg,png}', { cwd: folder.pathname }));
  const rendered = new Map<string, string>();
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
    const html = rendered.get(file) ?? renderDocument(file, files);
    rendered.set(file, html);
    sendPage(response, html, { ifNoneMatch: request.headers['if-none-match'] });
  };
}

function renderDocument(file: string, files: ReadonlySet<string>): string {
  const text = readFileSync(new URL(file, folder), 'utf8');
  const body = createRenderer(file, files).parse(text) as string;
  const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
  return renderPage({ title: `${title.replaceAll('`', '')} · Records Service`, body });
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
      heading({ tokens, depth, text }: Tokens.Heading): string {
        return `<h${depth} id="${escapeHtml(anchorOf(text))}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        const label = this.parser.parseInline(tokens);
        return isServed(href) ? `<a href="${escapeHtml(href)}">${label}</a>` : label;
      },
      table(token: Tokens.Table): string {
        const row = (cells: readonly Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')}</tr>`;
        const rows = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table"><table>\n<thead>${row(token.header, 'th')}</thead>\n<tbody>${rows}</tbody>\n</table></div>\n`;
      },
    },
  });
}

/** The anchor of a heading, as forges make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
