import { NatsError } from 'nats';

/** An error of JetStream with its status and code. */
export function apiError(code: number, err_code: number, description: string): NatsError {
  const error = new NatsError(description, String(code));
  error.api_error = { code, err_code, description };
  return error;
}
