/** A stand-in for the elements that `ComponentService` uses, which dispatch `change` and `dt:get-data`. */
export class PageElement extends EventTarget {
  readonly tagName: string;
  readonly dataset: Record<string, unknown> = {};
  readonly attributes = new Map<string, unknown>();
  value: unknown;
  #settled: (() => void) | undefined;

  constructor(tagName: string) {
    super();
    this.tagName = tagName.toUpperCase();
  }

  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, value);
    const isLast = name === 'saved' || (name === 'error' && value !== '');
    if (isLast) this.#settled?.();
  }

  removeAttribute(name: string): void {
    this.attributes.delete(name);
  }

  /** Acts like a component after an edit. Resolves when the client shows the value as saved or refused. */
  async change(field: string, newValue: unknown, oldValue?: unknown): Promise<void> {
    const settled = new Promise<void>((resolve) => (this.#settled = resolve));
    this.dispatchEvent(new CustomEvent('change', { detail: { field, newValue, oldValue } }));
    await settled;
  }

  /** Acts like a component that needs options. Resolves with the options from the client. */
  load(detail: object): Promise<unknown> {
    return new Promise((onSuccess, onError) => {
      this.dispatchEvent(new CustomEvent('dt:get-data', { detail: { ...detail, onSuccess, onError } }));
    });
  }
}

/** A stand-in for `document`. */
export class Page extends EventTarget {
  readonly elements: PageElement[] = [];

  add(tagName: string): PageElement {
    const element = new PageElement(tagName);
    this.elements.push(element);
    return element;
  }

  querySelectorAll(selector: string): PageElement[] {
    const tags = selector.split(',');
    return this.elements.filter(({ tagName }) => tags.includes(tagName.toLowerCase()));
  }
}
