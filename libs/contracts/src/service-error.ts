import { errorCatalogue, type ErrorCode, type StatusOf } from './errors.ts';
import {
  inEnglish,
  isMessage,
  asMessage,
  type MessageTemplate,
  type Message,
  type Translate,
} from './message.ts';

/**
 * The data of an error in addition to its code and message; `toBody` adds `status`. Texts for users, at any depth, are messages of `msg` or
 * `asMessage`, so that they can be translated.
 */
export type ErrorData = Readonly<Record<string, unknown>>;

/**
 * A refusal or failure with a code from the catalogue. Only this class of errors leaves a service; any other error
 * leaves it as `internal_error`.
 */
export class ServiceError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'ServiceError';
  readonly code: Code;
  readonly status: number;
  readonly data: ErrorData;
  /** The message in the form that can be translated. */
  readonly translatable: MessageTemplate;

  constructor(
    code: Code,
    message: Message,
    options: { status?: StatusOf<Code>; data?: ErrorData; cause?: unknown } = {},
  ) {
    const translatable = asMessage(message);
    super(inEnglish(translatable), options.cause === undefined ? undefined : { cause: options.cause });
    this.translatable = translatable;
    this.code = code;
    this.status = options.status ?? errorCatalogue[code].statuses[0];
    this.data = options.data ?? {};
  }

  /** The body for clients (docs/reference/errors.md): `{code, message, data: {status, …}}`, in the language of the translator. */
  toBody(translate: Translate = inEnglish): {
    code: string;
    message: string;
    data: Record<string, unknown>;
  } {
    const data = translated(this.data, translate) as ErrorData;
    return { code: this.code, message: translate(this.translatable), data: { ...data, status: this.status } };
  }
}

function translated(value: unknown, translate: Translate): unknown {
  if (isMessage(value)) return translate(value);
  if (Array.isArray(value)) return value.map((each) => translated(each, translate));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translated(each, translate)]));
}
