/** The values a path can hold: what they look like there, and what they are as input. */
const parameters = {
  post_type: { pattern: '\\w+', parse: (text: string) => text },
  id: { pattern: '\\d+', parse: Number },
  comment_id: { pattern: '\\d+', parse: Number },
  address: { pattern: '[\\w.-]+', parse: (text: string) => text },
  activity_id: { pattern: '\\d+', parse: Number },
} as const;

type Parameters = typeof parameters;

type NamesIn<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The values that a path pattern such as `/{ns}-posts/v2/{post_type}/{id}` holds; `{ns}` is none of them. */
export type PathParams<Path extends string> = {
  readonly [Name in NamesIn<Path> & keyof Parameters]: ReturnType<Parameters[Name]['parse']>;
};

/**
 * The regular expression of a path pattern: `{ns}` is any of the prefixes, ids are digits only, and a trailing slash
 * matches as well.
 * @throws Error when the pattern names a value that is not declared here.
 */
export function compilePath(path: string, prefixes: readonly string[]): RegExp {
  const source = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name === 'ns') return `(?:${prefixes.join('|')})`;
    if (!isParameter(name)) throw new Error(`the path ${path} holds {${name}}, which is no path value`);
    return `(?<${name}>${parameters[name].pattern})`;
  });
  return new RegExp(`^${source}/?$`);
}

/** The values of a path that matched, as input has them. */
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
