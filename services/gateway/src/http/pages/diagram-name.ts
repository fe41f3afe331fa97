import { hash } from 'node:crypto';

/** The name of the file with the drawing of a Mermaid diagram, in `docs/images/diagrams/`: a changed diagram has another one. */
export function diagramName(source: string): string {
  return `${hash('sha256', source).slice(0, 16)}.svg`;
}
