import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { entityOf, versionOf, type ServiceEvent } from './service-event.ts';

/** How an event relates to those that were handled before. */
export type Standing =
  | 'new'
  /** The same event was handled. */
  | 'repeated'
  /** A later version of the same record or comment was handled. */
  | 'overtaken';

/** Remembers which events were handled. */
export interface Ledger {
  standing(event: ServiceEvent): Standing | Promise<Standing>;
  /** Called after an event was handled, and before it is acknowledged. */
  remember(event: ServiceEvent): void | Promise<void>;
}

/** How many events and things a ledger remembers; it forgets the oldest first. */
const remembered = 100_000;

/** Lines of a file above which `fileLedger` writes it anew: half of them are out of date. */
const longFile = 2 * remembered;

/** A ledger that ends with the process. */
export function memoryLedger(): Ledger {
  const marks = new Marks();
  return {
    standing: (event) => marks.standing(markOf(event)),
    remember: (event) => marks.add(markOf(event)),
  };
}

/** A ledger that survives the process, in a file of JSON lines. Processes cannot share it. */
export function fileLedger(path: string): Ledger {
  const marks = new Marks();
  let lines = 0;
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  for (const line of text.split('\n')) {
    const mark = parse(line);
    if (mark) marks.add(mark);
  }
  rewrite();
  return {
    standing: (event) => marks.standing(markOf(event)),
    remember(event) {
      const mark = markOf(event);
      marks.add(mark);
      appendFileSync(path, `${JSON.stringify(mark)}\n`);
      lines += 1;
      if (lines > longFile) rewrite();
    },
  };

  function rewrite(): void {
    const all = marks.all();
    writeFileSync(`${path}.new`, all.map((mark) => `${JSON.stringify(mark)}\n`).join(''));
    renameSync(`${path}.new`, path);
    lines = all.length;
  }
}

/** The part of an event that a ledger keeps. */
interface Mark {
  readonly id: string;
  /** The changed thing: `record contacts/12`. */
  readonly of: string;
  readonly version?: number;
}

function markOf(event: ServiceEvent): Mark {
  const version = versionOf(event);
  return {
    id: event.id,
    of: `${entityOf(event)} ${event.subject}`,
    ...(version !== undefined && { version }),
  };
}

/** The last line is incomplete when the process ended while it was written; its event is then delivered again. */
function parse(line: string): Mark | undefined {
  try {
    return JSON.parse(line) as Mark;
  } catch {
    return undefined;
  }
}

class Marks {
  /** In the order in which they were handled. */
  readonly #byId = new Map<string, Mark>();
  readonly #versions = new Map<string, number>();

  standing({ id, of, version }: Mark): Standing {
    if (this.#byId.has(id)) return 'repeated';
    const known = this.#versions.get(of);
    if (known === undefined || version === undefined || version > known) return 'new';
    return version === known ? 'repeated' : 'overtaken';
  }

  add(mark: Mark): void {
    this.#byId.set(mark.id, mark);
    if (this.#byId.size > remembered) this.#byId.delete(this.#byId.keys().next().value ?? '');
    if (mark.version === undefined) return;
    this.#versions.delete(mark.of);
    this.#versions.set(mark.of, mark.version);
    if (this.#versions.size > remembered) this.#versions.delete(this.#versions.keys().next().value ?? '');
  }

  all(): Mark[] {
    return [...this.#byId.values()];
  }
}
