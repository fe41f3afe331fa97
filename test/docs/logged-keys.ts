import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const repository = join(import.meta.dirname, '../..');
const levels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child']);

/** The keys that the sources of services write into their logs, each with the place of one call. */
export function loggedKeys(): Map<string, string> {
  const keys = new Map<string, string>();
  const files = globSync(['services/*/src/**/*.ts', 'libs/service-kit/src/**/*.ts'], { cwd: repository });
  for (const file of files.filter((path) => !/\.test\.ts$|\/testing\//.test(path))) {
    const text = readFileSync(join(repository, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    const literals = literalsOf(source);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && isLogCall(node.expression))
        for (const key of keysOf(node.arguments[0], literals))
          keys.set(key, `${file}:${source.getLineAndCharacterOfPosition(node.pos).line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return keys;
}

type Literals = ReadonlyMap<string, readonly ts.ObjectLiteralExpression[]>;

/** The objects that a file declares as constants, such as `facts`, by their names. */
function literalsOf(source: ts.SourceFile): Literals {
  const found = new Map<string, ts.ObjectLiteralExpression[]>();
  const visit = (node: ts.Node): void => {
    const value = ts.isVariableDeclaration(node) && node.initializer;
    // Also the one of `actor && { … }`.
    const literal = value && ts.isBinaryExpression(value) ? value.right : value;
    if (ts.isVariableDeclaration(node) && literal && ts.isObjectLiteralExpression(literal))
      found.set(node.name.getText(), [...(found.get(node.name.getText()) ?? []), literal]);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Whether an expression is a method of a logger: `log.warn`, `this.#options.log[level]`, `logger.info`. */
function isLogCall(callee: ts.Expression): boolean {
  const isMethod = ts.isPropertyAccessExpression(callee) && levels.has(callee.name.text);
  const isChosen = ts.isElementAccessExpression(callee);
  return (isMethod || isChosen) && /(^|[.#])(log|logger)\??$/.test(callee.expression.getText());
}

/** The names of the properties, also those of constants that are spread. */
function keysOf(argument: ts.Node | undefined, literals: Literals): string[] {
  if (!argument) return [];
  if (ts.isIdentifier(argument))
    return (literals.get(argument.text) ?? []).flatMap((literal) => keysOf(literal, literals));
  if (!ts.isObjectLiteralExpression(argument)) return [];
  return argument.properties.flatMap((property) =>
    ts.isSpreadAssignment(property)
      ? keysOf(property.expression, literals)
      : property.name
        ? [property.name.getText().replaceAll(/['"]/g, '')]
        : [],
  );
}
