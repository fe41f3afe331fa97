import { resolve } from 'node:path';
import ts from 'typescript';

/** Where a text is said, and the place of the value that chooses among its plural forms: `{0}`. */
export interface FoundText {
  readonly at: string;
  readonly countAt?: string | undefined;
}

/** The texts that were found. */
export type FoundTexts = ReadonlyMap<string, FoundText>;

const root = resolve(import.meta.dirname, '../..');
const ignored = /\.test\.ts$|\/testing\/|\/fakes\//;

/**
 * Every text that the sources say: the templates of `msg`, and the literals that stand where a `Message` is taken, as the messages of
 * errors. A text that comes from somewhere else at run time is none of them.
 */
export function messagesInSources(): FoundTexts {
  const { fileNames, options } = readProject();
  const sources = fileNames.filter(
    (file) => /\/(?:services|libs)\/[^/]+\/src\//.test(file) && !ignored.test(file),
  );
  const program = ts.createProgram(sources, options);
  const checker = program.getTypeChecker();
  const found = new Map<string, FoundText>();
  const keep = (node: ts.Node, text: string, countAt?: string) => {
    const file = node.getSourceFile();
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const at = `${file.fileName.slice(root.length + 1)}:${line}`;
    if (/\p{L}|\{0\}/u.test(text)) found.set(text, { at, countAt });
  };
  const visit = (node: ts.Node): void => {
    if (isMessageTag(node)) keep(node, templateOf(node.template), countIn(node.template));
    else if (ts.isStringLiteralLike(node) || ts.isIdentifier(node) || ts.isConditionalExpression(node)) {
      const literals = literalsOf(checker, node);
      // What is taken somewhere is dear to find out.
      if (literals.length > 0 && takesMessage(checker, node))
        for (const literal of literals) keep(literal, literal.text);
    }
    ts.forEachChild(node, visit);
  };
  for (const source of program.getSourceFiles()) if (sources.includes(source.fileName)) visit(source);
  return found;
}

function readProject(): ts.ParsedCommandLine {
  const fail = (diagnostic: ts.Diagnostic) => {
    throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, '\n'));
  };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  const project = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.json`, {}, host);
  if (!project) throw new Error('tsconfig.json cannot be read');
  return project;
}

function isMessageTag(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'msg';
}

/** As `msg` makes it: `{0}`, `{1}` … for the values. */
function templateOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const rest = template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`);
  return template.head.text + rest.join('');
}

/** The place of the value that is `counted`. */
function countIn(template: ts.TemplateLiteral): string | undefined {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return undefined;
  const index = template.templateSpans.findIndex(
    ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === 'counted',
  );
  return index < 0 ? undefined : `{${index}}`;
}

/** Whether something that can be put in another language is taken here, and not just any text. */
function takesMessage(checker: ts.TypeChecker, node: ts.Expression): boolean {
  // What stands in a template as plain text is a value: it stays as it is.
  if (ts.isTemplateSpan(enclosing(node))) return false;
  const taken = checker.getContextualType(node);
  const kinds = taken?.isUnion() ? taken.types : [taken];
  return kinds.some((kind) => kind?.symbol?.name === 'MessageTemplate');
}

/** Whether it may be said, and is not just compared, or the name of a module, a property or a type. */
function isValue({ parent }: ts.StringLiteralLike): boolean {
  if (ts.isBinaryExpression(parent))
    return parent.operatorToken.kind !== ts.SyntaxKind.EqualsEqualsEqualsToken;
  return !(
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    ts.isElementAccessExpression(parent) ||
    ts.isLiteralTypeNode(parent)
  );
}

function enclosing(node: ts.Expression): ts.Node {
  const { parent } = node;
  const isTransparent = ts.isParenthesizedExpression(parent) || ts.isConditionalExpression(parent);
  return isTransparent ? enclosing(parent) : parent;
}

/** The literals that an expression may be: itself, the branches of a condition, or what a constant is set to. */
function literalsOf(checker: ts.TypeChecker, node: ts.Expression): ts.StringLiteralLike[] {
  if (ts.isStringLiteralLike(node)) return isValue(node) ? [node] : [];
  if (ts.isParenthesizedExpression(node)) return literalsOf(checker, node.expression);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((branch) => literalsOf(checker, branch));
  if (!ts.isIdentifier(node)) return [];
  const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
  const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return value ? literalsOf(checker, value) : [];
}
