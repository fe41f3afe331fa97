import ts from 'typescript';
import type { ApiTypes, Schema } from './contract-changes.ts';

/** The types that extensions declare and write, each hook and entity by its name: `addFilter` alone does not have the types of a hook. */
const entry = `
import type { Action, ActionHooks, EventSelection, Extension, Filter, FilterHooks } from './extension.ts';
import type { EntityEvents } from './events/event-schemas.ts';
export interface ExtensionApi {
  extension?: Extension;
  filters?: { [Name in keyof FilterHooks]?: Filter<Name> };
  actions?: { [Name in keyof ActionHooks]?: Action<Name> };
  selections?: { [Entity in keyof EntityEvents]?: EventSelection<Entity> };
  handlers?: { [Entity in keyof EntityEvents]?: (event: EntityEvents[Entity]) => void };
}`;

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts'],
  module: ts.ModuleKind.NodeNext,
  strict: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

/** The types of the extension API, as the compiler understands them. */
export function extensionApi(): ApiTypes {
  const folder = new URL('../../../libs/contracts/src/', import.meta.url).pathname;
  return apiTypes(`${folder}extension-api.ts`, entry);
}

/** The shapes of the interface `ExtensionApi`, which `text` exports, and of all types that it leads to. `text` is read as that file. */
export function apiTypes(file: string, text: string): ApiTypes {
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.getSourceFile = (path, ...rest) =>
    path === file ? ts.createSourceFile(path, text, ts.ScriptTarget.ES2024) : getSourceFile(path, ...rest);
  const program = ts.createProgram([file], options, host);
  const [problem] = program.getSemanticDiagnostics(program.getSourceFile(file));
  if (problem) throw new Error(ts.flattenDiagnosticMessageText(problem.messageText, '\n'));
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file) as ts.SourceFile;
  const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol);
  const [root] = exported
    .filter(({ name }) => name === 'ExtensionApi')
    .map((symbol) => checker.getDeclaredTypeOfSymbol(symbol));
  if (!root) throw new Error('The file does not export ExtensionApi.');
  const walk = new Walk(program, checker);
  walk.shapeOf(root, 'taken');
  return Object.fromEntries(Object.entries(walk.types).sort(([one], [other]) => (one < other ? -1 : 1)));
}

type Direction = keyof ApiTypes[string];

/** Turns types into schemas, each named one once for each direction. */
class Walk {
  readonly types: Record<string, Partial<Record<Direction, Schema>>> = {};
  readonly #program: ts.Program;
  readonly #checker: ts.TypeChecker;

  constructor(program: ts.Program, checker: ts.TypeChecker) {
    this.#program = program;
    this.#checker = checker;
  }

  shapeOf(type: ts.Type, direction: Direction): Schema {
    const { flags } = type;
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (type.isStringLiteral() || type.isNumberLiteral()) return { const: type.value };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (type.isUnion()) return { anyOf: type.types.map((each) => this.shapeOf(each, direction)) };
    if (!(flags & ts.TypeFlags.Object) || !this.#isOurs(type)) return this.#named(type, direction);
    const name = this.#nameOf(type);
    if (name === undefined) return this.#objectShape(type, direction);
    const known = (this.types[name] ??= {});
    if (!known[direction]) {
      known[direction] = {};
      known[direction] = this.#objectShape(type, direction);
    }
    return { $ref: name };
  }

  /** Types of the language and of libraries, and those that only a use decides: their names and type arguments. */
  #named(type: ts.Type, direction: Direction): Schema {
    const held = this.#checker.getTypeArguments(type as ts.TypeReference);
    const isHolder = (type.flags & ts.TypeFlags.Object) !== 0 && type.symbol !== undefined && held.length > 0;
    if (!isHolder) return { type: this.#checker.typeToString(type) };
    const name = type.symbol.name.replace(/^Readonly/, '');
    if (held.length === 1) return { type: name, items: this.shapeOf(held[0] as ts.Type, direction) };
    const members = held.map((type, at) => ({ name: String(at), type, isOptional: false }));
    return { type: name, items: this.#membersOf(members, direction) };
  }

  #objectShape(type: ts.Type, direction: Direction): Schema {
    const [call, overload] = type.getCallSignatures();
    if (overload)
      throw new Error(`${this.#checker.typeToString(type)} has overloads, which cannot be compared`);
    if (call) return this.#functionShape(call, direction);
    const members = type.getProperties().map((symbol) => ({
      name: symbol.name,
      type: this.#checker.getTypeOfSymbol(symbol),
      isOptional: isOptional(symbol),
    }));
    const values = this.#checker.getIndexInfoOfType(type, ts.IndexKind.String)?.type;
    return {
      type: 'object',
      ...this.#membersOf(members, direction),
      ...(values && { additionalProperties: this.shapeOf(values, direction) }),
    };
  }

  /** Parameters have the opposite direction: a function that users hand over receives them. */
  #functionShape(call: ts.Signature, direction: Direction): Schema {
    const other = direction === 'taken' ? 'given' : 'taken';
    const parameters = call.getParameters().flatMap((parameter) => {
      const type = this.#checker.getTypeOfSymbol(parameter);
      // The rest parameter of a hook: its own parameters, and the context.
      if (this.#checker.isTupleType(type))
        return this.#checker.getTypeArguments(type as ts.TypeReference).map((each) => [each, false] as const);
      return [[type, isOptional(parameter)] as const];
    });
    return {
      type: 'function',
      parameters: this.#membersOf(
        parameters.map(([type, isOptional], at) => ({ name: String(at), type, isOptional })),
        other,
      ),
      result: this.shapeOf(call.getReturnType(), direction),
    };
  }

  #membersOf(members: readonly Member[], direction: Direction): Schema {
    return {
      properties: Object.fromEntries(
        members.map(({ name, type, isOptional }) => {
          const shape = this.shapeOf(type, direction);
          return [name, isOptional ? withoutUndefined(shape) : shape];
        }),
      ),
      required: members.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
    };
  }

  /** The name of an interface with its arguments, or of an alias without. */
  #nameOf(type: ts.Type): string | undefined {
    const { aliasSymbol, aliasTypeArguments, symbol } = type;
    if (aliasSymbol && !aliasTypeArguments) return aliasSymbol.name;
    const isInterface = symbol && symbol.flags & ts.SymbolFlags.Interface;
    return isInterface ? this.#checker.typeToString(type) : undefined;
  }

  #isOurs(type: ts.Type): boolean {
    const file = type.symbol?.declarations?.[0]?.getSourceFile();
    const isMapped = (type as ts.ObjectType).objectFlags & ts.ObjectFlags.Mapped;
    if (!file || isMapped) return true;
    return !(this.#program.isSourceFileDefaultLibrary(file) || file.fileName.includes('/node_modules/'));
  }
}

interface Member {
  readonly name: string;
  readonly type: ts.Type;
  readonly isOptional: boolean;
}

function isOptional({ flags, valueDeclaration: declaration }: ts.Symbol): boolean {
  if (declaration && ts.isParameter(declaration))
    return Boolean(declaration.questionToken ?? declaration.initializer);
  return (flags & ts.SymbolFlags.Optional) !== 0;
}

function withoutUndefined(schema: Schema): Schema {
  const { anyOf } = schema as { readonly anyOf?: readonly Schema[] };
  const rest = anyOf?.filter(({ type }) => type !== 'undefined') ?? [schema];
  return rest.length === 1 ? (rest[0] as Schema) : { anyOf: rest };
}
