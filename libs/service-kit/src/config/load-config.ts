import type { z } from 'zod';

/** One setting of a process, under the name of its environment variable. */
export interface Setting<Value> {
  readonly meaning: string;
  /** Parses the variable's text; `.default(…)` makes it optional. */
  readonly schema: z.ZodType<Value>;
  /** Whether the value must never be printed. */
  readonly secret?: boolean;
}

/** The settings of a process, by environment variable. */
export type Settings = Record<string, Setting<unknown>>;

/** The parsed values of settings. */
export type ConfigOf<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer Value> ? Value : never;
};

/** One message that lists every wrong or missing setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** The error of a setting that another one needs. */
export function missingSetting(setting: string, needing: string): ConfigError {
  return new ConfigError(`The configuration is invalid:\n  ${setting}: must be set with ${needing}`);
}

/**
 * Reads settings from an environment, and collects all problems before it throws.
 * @throws ConfigError naming each wrong setting with its meaning and its problem.
 */
export function loadConfig<S extends Settings>(settings: S, env: NodeJS.ProcessEnv): ConfigOf<S> {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const text = env[name]?.trim() || undefined;
    const parsed = setting.schema.safeParse(text);
    if (parsed.success) values[name] = parsed.data;
    else problems.push(describeProblem(name, setting, text, parsed.error));
  }
  if (problems.length > 0) throw new ConfigError(`The configuration is invalid:\n${problems.join('\n')}`);
  return values as ConfigOf<S>;
}

function describeProblem(
  name: string,
  setting: Setting<unknown>,
  text: string | undefined,
  error: z.ZodError,
): string {
  const wrong = text === undefined ? 'is not set' : error.issues.map((issue) => issue.message).join('; ');
  const received = text === undefined || setting.secret ? '' : ` (received "${text}")`;
  return `  ${name}: ${wrong}${received} - ${setting.meaning}`;
}
