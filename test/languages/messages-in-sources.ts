import { resolve } from 'node:path';
import ts from 'typescript';

/** The place of a text in the sources, and the placeholder that selects its plural form: `{0}`. */
export interface FoundText {
  readonly at: string;
  readonly countAt?: string | undefined;
}

export type FoundTexts = ReadonlyMap<string, FoundText>;

const root = resolve(import.meta.dirname, '../..');
/** Files that say nothing to users. */
const ignored = /\.test\.ts$|\/testing\/|\/fakes\//;

/**
 * Every message in the sources: templates of `msg`, and literals where a `Message` is expected, such as error messages. Texts that are composed
 * at run time are not found.
 */
export function messagesInSources(): FoundTexts {
  const { fileNames, options } = readProject();
  const sources = fileNames.filter(
    (file) => /\/(?:services|libs)\/[^/]+\/src\//.test(file) && !ignored.test(file),
  );
  const program = ts.createProgram(sources, { ...options, types: [] }, withoutPackages(options));
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
      // Last, since the expected type is expensive to compute.
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

/** Finds no types of packages: none takes a `Message`, and they would take most of the time. */
function withoutPackages(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return { ...host, fileExists: (file) => !/\/node_modules\/(?!@svc\/)/.test(file) && host.fileExists(file) };
}

function isMessageTag(node: ts.Node): node is ts.TaggedTemplateExpression {
  return ts.isTaggedTemplateExpression(node) && node.tag.getText() === 'msg';
}

/** The template as `msg` builds it, with `{0}`, `{1}` … for the values. */
function templateOf(template: ts.TemplateLiteral): string {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return template.text;
  const rest = template.templateSpans.map(({ literal }, index) => `{${index}}${literal.text}`);
  return template.head.text + rest.join('');
}

/** The placeholder of the value that is `counted`. */
function countIn(template: ts.TemplateLiteral): string | undefined {
  if (ts.isNoSubstitutionTemplateLiteral(template)) return undefined;
  const index = template.templateSpans.findIndex(
    ({ expression }) => ts.isCallExpression(expression) && expression.expression.getText() === 'counted',
  );
  return index < 0 ? undefined : `{${index}}`;
}

/** Whether the expected type is a translatable message and not any text. */
function takesMessage(checker: ts.TypeChecker, node: ts.Expression): boolean {
  // A literal within a template is a value, which is not translated.
  if (ts.isTemplateSpan(enclosing(node))) return false;
  const taken = checker.getContextualType(node);
  const kinds = taken?.isUnion() ? taken.types : [taken];
  return kinds.some((kind) => kind?.symbol?.name === 'MessageTemplate');
}

/** Whether a literal is used as a value, and not in a comparison or as the name of a module, property or type. */
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

/** Whether it is the `name` of `something.name`, whose symbol is expensive to find. */
function isPropertyOf(node: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(node.parent) && node.parent.name === node;
}

function enclosing(node: ts.Expression): ts.Node {
  const { parent } = node;
  const isTransparent = ts.isParenthesizedExpression(parent) || ts.isConditionalExpression(parent);
  return isTransparent ? enclosing(parent) : parent;
}

/** The literals that an expression can evaluate to: itself, the branches of a condition, or the value of a constant. */
function literalsOf(checker: ts.TypeChecker, node: ts.Expression): ts.StringLiteralLike[] {
  // An operator or a path of the database is no text.
  if (ts.isStringLiteralLike(node)) return isValue(node) && !node.text.startsWith('$') ? [node] : [];
  if (ts.isParenthesizedExpression(node)) return literalsOf(checker, node.expression);
  if (ts.isConditionalExpression(node))
    return [node.whenTrue, node.whenFalse].flatMap((branch) => literalsOf(checker, branch));
  if (!ts.isIdentifier(node) || isPropertyOf(node)) return [];
  const declared = checker.getSymbolAtLocation(node)?.valueDeclaration;
  const value = declared && ts.isVariableDeclaration(declared) ? declared.initializer : undefined;
  return value ? literalsOf(checker, value) : [];
}
