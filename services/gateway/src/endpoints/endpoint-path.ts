/** The values a path can contain: their pattern in the path, their parser, and their JSON Schema. */
const parameters = {
  post_type: { pattern: '\\w+', parse: (text: string) => text, schema: { type: 'string' } },
  id: { pattern: '\\d+', parse: Number, schema: { type: 'integer', minimum: 0 } },
  comment_id: { pattern: '\\d+', parse: Number, schema: { type: 'integer', minimum: 0 } },
  address: { pattern: '[\\w.-]+', parse: (text: string) => text, schema: { type: 'string' } },
  role: { pattern: '\\w+', parse: (text: string) => text, schema: { type: 'string' } },
  session: { pattern: '[\\w-]+', parse: (text: string) => text, schema: { type: 'string' } },
  credential: { pattern: '[\\w-]+', parse: (text: string) => text, schema: { type: 'string' } },
  activity_id: { pattern: '\\d+', parse: Number, schema: { type: 'integer', minimum: 0 } },
  mail: { pattern: '[\\w.:-]+', parse: (text: string) => text, schema: { type: 'string' } },
  delivery: { pattern: '[\\w-]+', parse: (text: string) => text, schema: { type: 'string' } },
} as const;

type Parameters = typeof parameters;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values in a path pattern such as `/{ns}-posts/v2/{post_type}/{id}`, without `{ns}`. */
export type PathParams<Path extends string> = {
  readonly [Name in NamesIn<Path> & keyof Parameters]: ReturnType<Parameters[Name]['parse']>;
};

/**
 * The regular expression of a path pattern: `{ns}` matches any of the prefixes, ids are digits only, and a trailing
 * slash is optional.
 * @throws Error when the pattern names a value that is not declared here.
 */
export function compilePath(path: string, prefixes: readonly string[]): RegExp {
  const source = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name === 'ns') return `(?:${prefixes.join('|')})`;
    if (!isParameter(name)) throw new Error(`the path ${path} has the unknown placeholder {${name}}`);
    return `(?<${name}>${parameters[name].pattern})`;
  });
  return new RegExp(`^${source}/?$`);
}

/** The names of the values in a path pattern, without `ns`. */
export function pathNamesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).filter((name) => name !== 'ns');
}

/** The JSON Schema of a value in a path. */
export function pathValueSchema(name: string): Readonly<Record<string, unknown>> {
  return isParameter(name) ? parameters[name].schema : { type: 'string' };
}

/** The values of a matched path, parsed. */
export function parsePathParams(matched: Readonly<Record<string, unknown>>): Record<string, string | number> {
  const entries = Object.entries(matched).map(([name, text]) => [
    name,
    isParameter(name) ? parameters[name].parse(String(text)) : String(text),
  ]);
  return Object.fromEntries(entries) as Record<string, string | number>;
}

function isParameter(name: string): name is keyof Parameters {
  return Object.hasOwn(parameters, name);
}
